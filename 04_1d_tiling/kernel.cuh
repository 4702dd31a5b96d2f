// 04_1d_tiling — docs/04_1d_tiling.md
// Idea: one thread computes TM elements of a column of C, and an element of B serves them all.
#pragma once
#include "common/stage.cuh"

constexpr int BM = 64;  // rows of C per block
constexpr int BN = 64;  // columns of C per block
constexpr int BK = 8;   // columns of A and rows of B per tile
constexpr int TM = 8;   // rows of C per thread

constexpr int THREADS = (BM / TM) * BN;  // per block

// A block's tiles in shared memory, and what its threads do with them.
struct Block {
  static_assert(BM % TM == 0, "TM must divide BM");
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

  // This thread's elements of the block's tile of C: TM rows in one column.
  __device__ static int row(int i) { return threadIdx.x / BN * TM + i; }  // 0 … BM − 1
  __device__ static int col() { return threadIdx.x % BN; }                // 0 … BN − 1

  // Shared → registers: this thread's rows of the tile of A times its column of the tile of B.
  __device__ void multiply(float (&acc)[TM]) const {
    for (int k = 0; k < BK; ++k) {
      const float b = Bs[k][col()];
      for (int i = 0; i < TM; ++i) acc[i] += As[row(i)][k] * b;
    }
  }

  // Registers → global: this thread's elements of the BM×BN tile at C.
  __device__ static void store(float* C, int N, float alpha, float beta, const float (&acc)[TM]) {
    for (int i = 0; i < TM; ++i) {
      float* c = &C[static_cast<size_t>(row(i)) * N + col()];
      *c = alpha * acc[i] + (beta == 0 ? 0 : beta * *c);
    }
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
  float acc[TM] = {};
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
  const dim3 grid(N / BN, M / BM), block(THREADS);  // x along N: neighbours share rows of A in L2
  gemm::launch(sgemm_kernel, grid, block, 0, stream, M, N, K, alpha, A, B, beta, C);
}

const std::vector<gemm::Tile> sgemm_tiles = {{launch_sgemm, BM, BN, BK, TM}};
