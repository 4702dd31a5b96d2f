#pragma once
#include <cuda_runtime.h>

namespace gemm {

// Throws DeviceError "<what> failed: <CUDA's text>" unless `status` is cudaSuccess.
void check(cudaError_t status, const char* what);

}  // namespace gemm
