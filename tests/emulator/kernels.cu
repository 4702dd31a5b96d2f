#include "tests/emulator/kernels.hpp"

namespace {

__device__ unsigned linear(uint3 index, uint3 extent) {
  return (index.z * extent.y + index.y) * extent.x + index.x;
}
__device__ unsigned block_number() { return linear(blockIdx, gridDim); }
__device__ unsigned thread_number() { return linear(threadIdx, blockDim); }
__device__ unsigned threads_per_block() { return blockDim.x * blockDim.y * blockDim.z; }

template <typename T>
__device__ T shuffle(Shuffle kind, T value, int argument, int width) {
  switch (kind) {
    case Shuffle::index:
      return __shfl_sync(0xffffffff, value, argument, width);
    case Shuffle::exclusive_or:
      return __shfl_xor_sync(0xffffffff, value, argument, width);
    case Shuffle::up:
      return __shfl_up_sync(0xffffffff, value, argument, width);
    case Shuffle::down:
      return __shfl_down_sync(0xffffffff, value, argument, width);
  }
  return value;
}

}  // namespace

__global__ void visit(Visit* visits) {
  Visit& v = visits[block_number() * threads_per_block() + thread_number()];
  v.thread = threadIdx;
  v.block = blockIdx;
  atomicAdd(&v.count, 1);
}

__global__ void set_flag(int* flag) { *flag = 1; }

__global__ void keep_shared(int* counts) {
  __shared__ int left[kSharedThreads];
  __shared__ int right[kSharedThreads];
  const int mine = static_cast<int>(blockIdx.x);
  left[threadIdx.x] = mine;
  right[threadIdx.x] = mine;
  __syncthreads();
  if (threadIdx.x > 0) return;
  int count = 0;
  for (int i = 0; i < kSharedThreads; ++i) count += (left[i] == mine) + (right[i] == mine);
  counts[mine] = count;
}

__global__ void rotate(int* out, int rounds) {
  __shared__ int values[1024];
  const unsigned t = thread_number(), n = threads_per_block();
  values[t] = static_cast<int>(t);
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    const int next = values[(t + 1) % n];
    __syncthreads();
    values[t] = next;
    __syncthreads();
  }
  out[block_number() * n + t] = values[t];
}

__global__ void sum_block(const int* in, int* sums) {
  __shared__ int values[1024];
  values[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) values[threadIdx.x] += values[threadIdx.x + half];
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = values[0];
}

__global__ void return_early(unsigned faulty, int* line) {
  if (block_number() == faulty && thread_number() >= threads_per_block() / 2) return;
  *line = __LINE__, __syncthreads();
}

__global__ void barrier_in_one_branch(unsigned faulty, int* line) {
  if (block_number() != faulty || thread_number() % 32 < 8) *line = __LINE__, __syncthreads();
}

__global__ void two_barriers(unsigned faulty, int* line) {
  if (block_number() == faulty && thread_number() >= 40) {
    line[1] = __LINE__, __syncthreads();
  } else {
    line[0] = __LINE__, __syncthreads();
  }
}

__global__ void one_round_more(unsigned faulty, int* line) {
  const int rounds = block_number() == faulty && thread_number() == 5 ? 4 : 3;
  for (int round = 0; round < rounds; ++round) *line = __LINE__, __syncthreads();
}

__global__ void lane_missing_in_shuffle(int* line) {
  if (threadIdx.x == 7) return;
  *line = __LINE__, __shfl_sync(0xffffffff, 1, 0);
}

__global__ void shuffle_ints(Shuffle kind, int argument, int width, const int* in, int* out) {
  out[threadIdx.x] = shuffle(kind, in[threadIdx.x], argument, width);
}

__global__ void shuffle_doubles(Shuffle kind, int argument, int width, const double* in,
                                double* out) {
  out[threadIdx.x] = shuffle(kind, in[threadIdx.x], argument, width);
}

__global__ void number_of_next_lane(int* out) {
  const int mine = static_cast<int>(thread_number());
  out[mine] = __shfl_sync(0xffffffff, mine, mine + 1);
}

__global__ void sum_by_parity(const int* in, int* sums) {
  const int lane = threadIdx.x % 32;
  int sum = in[threadIdx.x];
  if (lane % 2 == 0) {
    for (int step = 2; step < 32; step *= 2) sum += __shfl_xor_sync(0x55555555, sum, step);
  } else {
    for (int step = 2; step < 32; step *= 2) sum += __shfl_xor_sync(0xaaaaaaaa, sum, step);
  }
  sums[threadIdx.x] = sum;
}

__global__ void rotate_warp(int* out, int rounds) {
  __shared__ int values[1024];
  const unsigned first = threadIdx.x / 32 * 32;
  values[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncwarp();
  for (int round = 0; round < rounds; ++round) {
    const int next = values[first + (threadIdx.x + 1) % 32];
    __syncwarp();
    values[threadIdx.x] = next;
    __syncwarp();
  }
  out[threadIdx.x] = values[threadIdx.x];
}

__global__ void total(Totals* totals) {
  const int number = static_cast<int>(block_number() * threads_per_block() + thread_number());
  atomicAdd(&totals->sum, number);
  atomicAdd(&totals->float_sum, 1.0f);
  atomicAdd(&totals->double_sum, number + 0.5);
  atomicMin(&totals->minimum, static_cast<unsigned long long>(number) + 3);
  atomicMax(&totals->maximum, static_cast<unsigned long long>(number) << 20);
}
