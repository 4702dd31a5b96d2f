#pragma once
#include <cuda_runtime.h>

namespace emulator {

// Remembers `error` for cudaGetLastError() and returns it.
cudaError_t fail(cudaError_t error);

}  // namespace emulator
