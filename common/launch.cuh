#pragma once
#include <cuda_runtime.h>

#include <cstddef>

#include "common/check.hpp"

namespace gemm {

// What was launched: enough to ask CUDA for registers and occupancy.
struct LaunchInfo {
  const void* kernel = nullptr;
  dim3 grid, block;
  size_t shared_bytes = 0;  // dynamic only
};

// The launch that this thread made last.
LaunchInfo& last_launch();

// Whether this thread's launches are noted as its last, and not made. False at first.
bool& launches_only_noted();

// kernel<<<grid, block, shared_bytes, stream>>>(args...) as a function, which C++ without nvcc can
// parse too. Throws DeviceError when the launch is refused.
template <typename... Params, typename... Args>
void launch(void (*kernel)(Params...), dim3 grid, dim3 block, size_t shared_bytes,
            cudaStream_t stream, Args... args) {
  constexpr size_t kNoOptIn = 48 * 1024;  // more dynamic shared memory must be asked for
  if (shared_bytes > kNoOptIn)
    check(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                               cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(shared_bytes)),
          "asking for dynamic shared memory");
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = block;
  config.dynamicSmemBytes = shared_bytes;
  config.stream = stream;
  last_launch() = {reinterpret_cast<const void*>(kernel), grid, block, shared_bytes};
  if (launches_only_noted()) return;
  check(cudaLaunchKernelEx(&config, kernel, static_cast<Params>(args)...), "launching the kernel");
}

// Blocks of `tile` elements that cover `extent` elements.
__host__ __device__ constexpr int ceil_div(int extent, int tile) {
  return extent / tile + (extent % tile != 0);
}

// Throws BadArguments unless the block tile BM×BN×BK divides the shape M×N×K.
void require_whole_tiles(int M, int N, int K, int BM, int BN, int BK);

}  // namespace gemm
