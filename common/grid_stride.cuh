#pragma once
#include <cuda_runtime.h>

#include <cstddef>

#include "common/launch.cuh"

namespace gemm {

constexpr int kThreads = 256;

// Blocks for `count` elements, one thread each, as far as a grid goes: kernels loop over the rest.
inline dim3 grid_for(size_t count) {
  constexpr size_t kMaxBlocks = 1 << 20;
  const size_t blocks = (count + kThreads - 1) / kThreads;
  return dim3(static_cast<unsigned>(blocks < kMaxBlocks ? blocks : kMaxBlocks));
}

// The first element of the running thread, and the distance to its next one.
__device__ inline size_t first_element() {
  return static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ inline size_t element_stride() { return static_cast<size_t>(gridDim.x) * blockDim.x; }

}  // namespace gemm
