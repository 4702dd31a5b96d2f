#pragma once
#include <cuda_runtime.h>

#include <cstddef>

#include "common/device_buffer.hpp"

namespace gemm {

constexpr size_t kReadChunk = 32 * 1024;  // bytes that one block reads

// Reads `buffer` from end to end `passes` times on all SMs, from the L2 cache or beyond: L1 is not
// used. Leaves out what follows the last whole chunk. The elements must be zeros. Asynchronous on
// the default stream.
void read_buffer(DeviceBuffer<float4>& buffer, int passes = 1);

}  // namespace gemm
