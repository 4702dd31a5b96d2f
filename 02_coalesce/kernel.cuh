// 02_coalesce — docs/02_coalesce.md
// Idea: the threads of a warp take consecutive columns of one row, so that they read B together.
#pragma once
#include "common/stage.cuh"

constexpr int BLOCK = 32;  // rows and columns of C per block

__global__ void sgemm_kernel(int M, int N, int K, float alpha, const float* __restrict__ A,
                             const float* __restrict__ B, float beta, float* __restrict__ C) {
  // A warp shares a row: one element of A for all, and 32 consecutive elements of B and C.
  const int row = blockIdx.y * BLOCK + threadIdx.x / BLOCK;  // 0 … M − 1, beyond in edge blocks
  const int col = blockIdx.x * BLOCK + threadIdx.x % BLOCK;  // 0 … N − 1, beyond in edge blocks
  if (row >= M || col >= N) return;

  float acc = 0;
#pragma unroll 12  // the reads of twelve k are under way at once
  for (int k = 0; k < K; ++k)
    acc += A[static_cast<size_t>(row) * K + k] * B[static_cast<size_t>(k) * N + col];

  float* c = &C[static_cast<size_t>(row) * N + col];
  *c = alpha * acc + (beta == 0 ? 0 : beta * *c);
}

inline void launch_sgemm(int M, int N, int K, float alpha, const float* A, const float* B,
                         float beta, float* C, cudaStream_t stream) {
  const dim3 block(BLOCK * BLOCK);
  const dim3 grid(gemm::ceil_div(N, BLOCK), gemm::ceil_div(M, BLOCK));
  gemm::launch(sgemm_kernel, grid, block, 0, stream, M, N, K, alpha, A, B, beta, C);
}

const std::vector<gemm::Tile> sgemm_tiles = {{launch_sgemm}};
