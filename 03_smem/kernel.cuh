// 03_smem — docs/03_smem.md
// Idea: a block copies tiles of A and B into shared memory once and reads them from there.
#pragma once
#include "common/stage.cuh"

constexpr int BM = 32;  // rows of C per block
constexpr int BN = 32;  // columns of C per block
constexpr int BK = 64;  // columns of A and rows of B per tile

constexpr int THREADS = BM * BN;  // per block

// A block's tiles in shared memory, and what its threads do with them.
struct Block {
  static_assert(THREADS <= 1024, "a block has at most 1024 threads");
  static_assert(BM * BK % THREADS == 0, "A: each thread must load the same number of floats");
  static_assert(BK * BN % THREADS == 0, "B: each thread must load the same number of floats");

  float As[BM][BK];
  float Bs[BK][BN];
  static_assert(sizeof(As) + sizeof(Bs) <= 48 * 1024, "shared memory has 48 KiB for the tiles");

  // Global → shared: the BM×BK tile at A and the BK×BN tile at B.
  __device__ void load(const float* A, const float* B, int N, int K) {
    for (int n = 0, i = threadIdx.x; n < BM * BK / THREADS; ++n, i += THREADS)
      As[i / BK][i % BK] = A[static_cast<size_t>(i / BK) * K + i % BK];
    for (int n = 0, i = threadIdx.x; n < BK * BN / THREADS; ++n, i += THREADS)
      Bs[i / BN][i % BN] = B[static_cast<size_t>(i / BN) * N + i % BN];
  }

  // This thread's element of the block's tile of C.
  __device__ static int row() { return threadIdx.x / BN; }  // 0 … BM − 1
  __device__ static int col() { return threadIdx.x % BN; }  // 0 … BN − 1

  // Shared → registers: this thread's row of the tile of A times its column of the tile of B.
  __device__ void multiply(float& acc) const {
    for (int k = 0; k < BK; ++k) acc += As[row()][k] * Bs[k][col()];
  }

  // Registers → global: this thread's element of the BM×BN tile at C.
  __device__ static void store(float* C, int N, float alpha, float beta, float acc) {
    float* c = &C[static_cast<size_t>(row()) * N + col()];
    *c = alpha * acc + (beta == 0 ? 0 : beta * *c);
  }
};

__global__ void __launch_bounds__(THREADS)
    sgemm_kernel(int M, int N, int K, float alpha, const float* __restrict__ A,
                 const float* __restrict__ B, float beta, float* __restrict__ C) {
  __shared__ Block block;
  const int block_row = blockIdx.y * BM;  // 0, BM, …, M − BM
  const int block_col = blockIdx.x * BN;  // 0, BN, …, N − BN
  A += static_cast<size_t>(block_row) * K;
  B += block_col;
  C += static_cast<size_t>(block_row) * N + block_col;
  float acc = 0;
  for (int k0 = 0; k0 < K; k0 += BK, A += BK, B += static_cast<size_t>(BK) * N) {
    block.load(A, B, N, K);
    __syncthreads();  // the tile is complete before anyone reads it
    block.multiply(acc);
    __syncthreads();  // everyone has read it before it is overwritten
  }
  block.store(C, N, alpha, beta, acc);
}

inline void launch_sgemm(int M, int N, int K, float alpha, const float* A, const float* B,
                         float beta, float* C, cudaStream_t stream) {
  gemm::require_whole_tiles(M, N, K, BM, BN, BK);
  const dim3 grid(N / BN, M / BM), block(THREADS);
  gemm::launch(sgemm_kernel, grid, block, 0, stream, M, N, K, alpha, A, B, beta, C);
}

const std::vector<gemm::Tile> sgemm_tiles = {{launch_sgemm, BM, BN, BK}};
