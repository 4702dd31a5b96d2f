#include "tests/emulator/counting_kernels.hpp"

__global__ void read_in_branches(const float* in, float* out) {
  float x;
  if (threadIdx.x % 32 < 16) {
    x = in[threadIdx.x] + 1;
  } else {
    x = in[1024 + threadIdx.x] + 2;
  }
  out[threadIdx.x] = x;
}

__global__ void read_unequally_often(const float* in, float* out, int rounds) {
  float sum = 0;
  for (unsigned i = 0; i < (threadIdx.x % 4 + 1) * rounds; ++i) sum += in[threadIdx.x + i % 2];
  out[threadIdx.x] = sum;
}

__global__ void read_around_barrier(const float* in, float* out) {
  float sum = 0;
  for (int round = 0; round < 2; ++round) {
    if (round == 1 || threadIdx.x % 32 < 16) sum += in[round == 0 ? 8 * threadIdx.x : 0];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void read_by_some(const float* in, float* out, unsigned count) {
  if (threadIdx.x >= count) return;
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void read_in_loop(const float* in, float* out, int rounds) {
  float sum = 0;
  for (int i = 0; i < rounds; ++i) sum += in[(threadIdx.x + i) % 1024];
  out[threadIdx.x] = sum;
}

__global__ void read_and_shuffle(const float* in, float* out, int rounds) {
  float sum = 0;
  for (int i = 0; i < rounds; ++i) {
    if (threadIdx.x % 2 == 0) sum += in[threadIdx.x + i % 2];
    sum = __shfl_xor_sync(0xffffffff, sum, 1);
    if (threadIdx.x % 2 == 1) sum += in[threadIdx.x + i % 2];
  }
  out[threadIdx.x] = sum;
}
