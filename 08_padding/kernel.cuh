// 08_padding — docs/08_padding.md
// Idea: gaps in the shared tiles move what would collide into different banks.
#pragma once
#include "common/stage.cuh"

constexpr int BM = 128;  // rows of C per block
constexpr int BN = 128;  // columns of C per block
constexpr int BK = 8;    // columns of A and rows of B per tile
constexpr int TM = 8;    // rows of C per thread
constexpr int TN = 8;    // columns of C per thread

constexpr int THREADS = (BM / TM) * (BN / TN);  // per block
constexpr int VEC = 4;                          // floats in a float4
constexpr int BANKS = 32;                       // of shared memory, one float wide
constexpr int PAD = 4;                          // floats per gap: float4 stay aligned

// The four floats from `first` on, as one access. They must start at a multiple of 16 bytes.
__device__ float4& vec(float& first) { return reinterpret_cast<float4&>(first); }
__device__ const float4& vec(const float& first) { return reinterpret_cast<const float4&>(first); }

// Where a row of B keeps column `col`. Eight lanes read a float4 each at a time, TN = 8 columns
// apart: lanes 4 apart are 32 columns apart, in the same banks. Here a gap after every 32 columns
// moves the second four lanes on by a float4, to the banks that the first four leave free.
__host__ __device__ constexpr int place(int col) {
  return col / BANKS * (BANKS + PAD) + col % BANKS;
}

// A block's tiles in shared memory, and what its threads do with them.
struct Block {
  static_assert(BM % TM == 0, "TM must divide BM");
  static_assert(BN % TN == 0, "TN must divide BN");
  static_assert(THREADS <= 1024, "a block has at most 1024 threads");
  static_assert(TM % VEC == 0 && TN % VEC == 0, "TM and TN must be whole numbers of float4");
  static_assert(BK % VEC == 0, "a row of A must be a whole number of float4");
  static_assert(BM * BK % (THREADS * VEC) == 0, "A: threads must load equal numbers of float4");
  static_assert(BK * BN % (THREADS * VEC) == 0, "B: threads must load equal numbers of float4");

  alignas(16) float As[BK][BM + PAD];  // transposed; the gap spreads its stores over banks
  alignas(16) float Bs[BK][place(BN)];
  static_assert(sizeof(As) + sizeof(Bs) <= 48 * 1024, "shared memory has 48 KiB for the tiles");

  // Global → shared: the BM×BK tile at A and the BK×BN tile at B.
  __device__ void load(const float* A, const float* B, int N, int K) {
    for (int n = 0, i = VEC * threadIdx.x; n < BM * BK / VEC / THREADS; ++n, i += VEC * THREADS) {
      alignas(16) float a[VEC];
      vec(a[0]) = vec(A[static_cast<size_t>(i / BK) * K + i % BK]);
      for (int v = 0; v < VEC; ++v) As[i % BK + v][i / BK] = a[v];
    }
    for (int n = 0, i = VEC * threadIdx.x; n < BK * BN / VEC / THREADS; ++n, i += VEC * THREADS)
      vec(Bs[i / BN][place(i % BN)]) = vec(B[static_cast<size_t>(i / BN) * N + i % BN]);
  }

  // This thread's elements of the block's tile of C: TM rows and TN columns.
  __device__ static int row(int i) { return threadIdx.x / (BN / TN) * TM + i; }  // 0 … BM − 1
  __device__ static int col(int j) { return threadIdx.x % (BN / TN) * TN + j; }  // 0 … BN − 1

  // Shared → registers: this thread's rows of the tile of A times its columns of the tile of B.
  __device__ void multiply(float (&acc)[TM][TN]) const {
#pragma unroll
    for (int k = 0; k < BK; ++k) {
      alignas(16) float a[TM], b[TN];
      for (int j = 0; j < TN; j += VEC) vec(b[j]) = vec(Bs[k][place(col(j))]);
      for (int i = 0; i < TM; i += VEC) vec(a[i]) = vec(As[k][row(i)]);
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) acc[i][j] += a[i] * b[j];
    }
  }

  // Registers → global: this thread's elements of the BM×BN tile at C.
  __device__ static void store(float* C, int N, float alpha, float beta,
                               const float (&acc)[TM][TN]) {
    for (int i = 0; i < TM; ++i)
      for (int j = 0; j < TN; j += VEC) {
        float4& c = vec(C[static_cast<size_t>(row(i)) * N + col(j)]);
        const float4 old = beta == 0 ? make_float4(0, 0, 0, 0) : c;
        c = make_float4(alpha * acc[i][j + 0] + beta * old.x, alpha * acc[i][j + 1] + beta * old.y,
                        alpha * acc[i][j + 2] + beta * old.z, alpha * acc[i][j + 3] + beta * old.w);
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
  float acc[TM][TN] = {};
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

const std::vector<gemm::Tile> sgemm_tiles = {{launch_sgemm, BM, BN, BK, TM, TN}};
