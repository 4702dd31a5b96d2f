// 03_smem — docs/03_smem.md
// Idea: a block copies tiles of A and B into shared memory once and reads them from there.
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <vector>

#include "common/launch.cuh"
#include "common/tile.hpp"

constexpr int BM = 32;  // rows of C per block
constexpr int BN = 32;  // columns of C per block
constexpr int BK = 32;  // columns of A and rows of B per tile

constexpr int THREADS = BM * BN;  // per block: one per element of C
static_assert(THREADS <= 1024, "a block has at most 1024 threads");
static_assert(BM * BK % THREADS == 0, "A: each thread must load the same number of floats");
static_assert(BK * BN % THREADS == 0, "B: each thread must load the same number of floats");

struct Shared {
  float A[BM][BK];
  float B[BK][BN];
};
static_assert(sizeof(Shared) <= 48 * 1024, "the tiles must fit 48 KiB of shared memory");

// Global → shared: the BM×BK tile at A and the BK×BN tile at B.
__device__ void load(Shared& shared, const float* A, const float* B, int N, int K) {
  for (int n = 0, i = threadIdx.x; n < BM * BK / THREADS; ++n, i += THREADS)
    shared.A[i / BK][i % BK] = A[static_cast<size_t>(i / BK) * K + i % BK];
  for (int n = 0, i = threadIdx.x; n < BK * BN / THREADS; ++n, i += THREADS)
    shared.B[i / BN][i % BN] = B[static_cast<size_t>(i / BN) * N + i % BN];
}

// Shared → registers: this thread's row of the tile of A times its column of the tile of B.
__device__ void multiply(const Shared& shared, int row, int col, float& acc) {
  for (int k = 0; k < BK; ++k) acc += shared.A[row][k] * shared.B[k][col];
}

// Registers → global: this thread's element of C.
__device__ void store(float* C, int N, int row, int col, float alpha, float beta, float acc) {
  float* c = &C[static_cast<size_t>(row) * N + col];
  *c = alpha * acc + (beta == 0 ? 0 : beta * *c);
}

__global__ void __launch_bounds__(THREADS)
    sgemm_kernel(int M, int N, int K, float alpha, const float* __restrict__ A,
                 const float* __restrict__ B, float beta, float* __restrict__ C) {
  const int block_row = blockIdx.y * BM;  // 0, BM, …, M − BM
  const int block_col = blockIdx.x * BN;  // 0, BN, …, N − BN
  __shared__ Shared shared;
  const int row = threadIdx.x / BN;  // 0 … BM − 1
  const int col = threadIdx.x % BN;  // 0 … BN − 1
  float acc = 0;
  for (int k0 = 0; k0 < K; k0 += BK) {
    load(shared, &A[static_cast<size_t>(block_row) * K + k0],
         &B[static_cast<size_t>(k0) * N + block_col], N, K);
    __syncthreads();  // the tile is complete before anyone reads it
    multiply(shared, row, col, acc);
    __syncthreads();  // everyone has read it before it is overwritten
  }
  store(C, N, block_row + row, block_col + col, alpha, beta, acc);
}

inline void launch_sgemm(int M, int N, int K, float alpha, const float* A, const float* B,
                         float beta, float* C, cudaStream_t stream) {
  gemm::require_whole_tiles(M, N, K, BM, BN, BK);
  const dim3 grid(N / BN, M / BM), block(THREADS);
  gemm::launch(sgemm_kernel, grid, block, 0, stream, M, N, K, alpha, A, B, beta, C);
}

const std::vector<gemm::Tile> sgemm_tiles = {{launch_sgemm, BM, BN, BK}};
