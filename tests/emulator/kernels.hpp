#pragma once
#include <cuda_runtime.h>

// Kernels that try the emulator's execution model. Threads are numbered within their block, x
// fastest, and blocks within their grid in the same way.

// What a thread saw of itself.
struct Visit {
  uint3 thread, block;
  int count;  // times that a thread with this number came by
};
__global__ void visit(Visit* visits);

__global__ void set_flag(int* flag);  // *flag = 1

// Each block fills two shared arrays with its own number; counts[block] is how many elements of
// them still hold it after a barrier.
constexpr int kSharedThreads = 64;
__global__ void keep_shared(int* counts);

// Passes each thread's number on to its left neighbour `rounds` times, through one shared array
// that needs two barriers a round.
__global__ void rotate(int* out, int rounds);

// The sum over a block's threads by halving, in shared memory.
__global__ void sum_block(const int* in, int* sums);

// Barriers that some threads do not reach, in block `faulty` only. *line becomes the barrier's
// line; the second barrier of two_barriers writes line[1].
__global__ void return_early(unsigned faulty, int* line);
__global__ void barrier_in_one_branch(unsigned faulty, int* line);
__global__ void two_barriers(unsigned faulty, int* line);
__global__ void one_round_more(unsigned faulty, int* line);
__global__ void lane_missing_in_shuffle(int* line);

// Shuffles of one value per lane.
enum class Shuffle { index, exclusive_or, up, down };
__global__ void shuffle_ints(Shuffle kind, int argument, int width, const int* in, int* out);
__global__ void shuffle_doubles(Shuffle kind, int argument, int width, const double* in,
                                double* out);

// out[thread] = the number of the thread in the next lane, 0 … 31 and round again.
__global__ void number_of_next_lane(int* out);

// Even and odd lanes each sum up among themselves, in two branches with masks of their own.
__global__ void sum_by_parity(const int* in, int* sums);

// Each warp rotates its values through shared memory with __syncwarp() only.
__global__ void rotate_warp(int* out, int rounds);

struct Totals {
  int sum;
  float float_sum;
  double double_sum;
  unsigned long long minimum, maximum;
};
__global__ void total(Totals* totals);
