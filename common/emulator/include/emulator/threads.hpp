#pragma once
#include "emulator/vector_types.hpp"

// The built-in variables, set by the scheduler whenever it resumes a thread.
extern __thread uint3 threadIdx;
extern __thread uint3 blockIdx;
extern __thread uint3 gridDim;
extern __thread uint3 blockDim;
constexpr int warpSize = 32;

namespace emulator {

// A place in a kernel's source, filled in by the compiler at the call.
struct Place {
  const char* file;
  int line;
  const char* function;
};

// Waits until every thread of the block is here.
void sync_threads(Place place);

// Number of the running thread within its block, x fastest.
unsigned thread_rank();
unsigned block_size();

}  // namespace emulator

inline void __syncthreads(const char* file = __builtin_FILE(), int line = __builtin_LINE(),
                          const char* function = __builtin_FUNCTION()) {
  emulator::sync_threads({file, line, function});
}
