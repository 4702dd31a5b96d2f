#pragma once
// CUDA's qualifiers for a C++ compiler. Shared memory is per worker thread: a worker runs one block
// at a time, and all fibers of the block run on it.
#define __host__
#define __device__
#define __global__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __shared__ thread_local
#define __align__(bytes) __attribute__((aligned(bytes)))
