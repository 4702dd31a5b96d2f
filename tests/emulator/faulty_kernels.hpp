#pragma once
#include <cuda_runtime.h>

// Kernels that each do one thing wrong, on the line marked "// @fault"-something, and a few that
// look wrong and are not. One block of kFaultyThreads threads: four warps.
constexpr int kFaultyThreads = 128;

// Device memory. `n` floats at `in` and `out`.
__global__ void read_past_end(const float* in, float* out, int n);
__global__ void write_past_end(float* out, int n);
__global__ void read_before_start(const float* in, float* out);
__global__ void read_far_away(const float* in, float* out);
__global__ void read_pointer(const float* pointer, float* out);  // thread 70 does
__global__ void write_pointer(float* pointer);                   // thread 70 does
__global__ void write_far_behind(float* pointer, size_t far);    // thread 70 does
__global__ void read_misaligned(const float* in, float* out);
__global__ void copy_uninitialised(const float* in, float* out);

// Shared memory.
__global__ void shared_past_end(float* out);
__global__ void shared_before_start(float* out);
template <int N>
__global__ void shared_of_sibling(float* out);
__global__ void shared_misaligned(float* out);
__global__ void shared_uninitialised(float* out);
template <int COLS>
__global__ void member_uninitialised(float* out);  // row 3, column 5 of the first array
__global__ void local_of_other_thread(float* out);

// Races.
__global__ void no_barrier_in_warp(float* out);
__global__ void no_barrier_across_warps(float* out);
__global__ void no_second_barrier(float* out);
__global__ void all_write_one(float* out);
__global__ void warp_barrier_across_warps(float* out);

// Asynchronous copies of kFaultyThreads float4 from `in`.
enum class AsyncFault {
  none,
  no_wait,       // read by the thread that issued the copy
  no_barrier,    // read by another one after the first has waited
  too_few,       // waits for the first of two groups
  overwritten,   // stored to while the copy is under way
  copied_twice,  // two copies to one place
  still_read,    // copied to while others may read
  forgotten,     // not waited for at the end
  misaligned,
  source_past_end,
  target_past_end,
};
__global__ void copy_tile(const float* in, float* out, AsyncFault fault);

enum class BarrierFault { none, not_initialised, initialised_late, no_wait };
__global__ void copy_tile_with_barrier(const float* in, float* out, BarrierFault fault);

// Threads that do not end by themselves.
__global__ void compute_forever(const float* in, float* out);
__global__ void spin_forever(float* out);
__global__ void meet_forever(float* out);
__global__ void divide_by_zero(int zero, int* out);
__global__ void recurse_forever(int* out);
__global__ void leave_local_array(int by, float* out);

// Nothing wrong.
__global__ void bytes_of_one_word(char* out);
__global__ void warp_shuffle_order(float* out);
__global__ void atomics_on_shared(int* out);
__global__ void fine(float* out);
