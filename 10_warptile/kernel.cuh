// 10_warptile — docs/10_warptile.md
// Idea: each warp has a tile of its own, its lanes placed so that they share what they read.
#pragma once
#include "common/stage.cuh"

constexpr int WARP = 32;      // threads
constexpr int LANE_ROWS = 4;  // lanes of a warp along M
constexpr int LANE_COLS = 8;  // and along N
constexpr int VEC = 4;        // floats in a float4
constexpr int PAD = 4;        // floats per gap: float4 stay aligned

// The four floats from `first` on, as one access. They must start at a multiple of 16 bytes.
__device__ float4& vec(float& first) { return reinterpret_cast<float4&>(first); }
__device__ const float4& vec(const float& first) { return reinterpret_cast<const float4&>(first); }

// A block's tiles in shared memory, and what its threads do with them.
template <int BM, int BN, int BK, int TM, int TN, int WM, int WN>
struct Block {
  static constexpr int THREADS = (BM / WM) * (BN / WN) * WARP;          // per block
  static constexpr int WSUBM = TM * LANE_ROWS, WSUBN = TN * LANE_COLS;  // sub-tile: TM×TN per lane
  static constexpr int ROWS = WM / LANE_ROWS, COLS = WN / LANE_COLS;    // of C per thread

  static_assert(BM % WM == 0, "WM must divide BM");
  static_assert(BN % WN == 0, "WN must divide BN");
  static_assert(WM % WSUBM == 0, "4 lanes of TM rows must divide WM");
  static_assert(WN % WSUBN == 0, "8 lanes of TN columns must divide WN");
  static_assert(THREADS <= 1024, "a block has at most 1024 threads");
  static_assert(TM % VEC == 0 && TN % VEC == 0, "TM and TN must be whole numbers of float4");
  static_assert(BK % VEC == 0, "a row of A must be a whole number of float4");
  static_assert(BM * BK % (THREADS * VEC) == 0, "A: threads must load equal numbers of float4");
  static_assert(BK * BN % (THREADS * VEC) == 0, "B: threads must load equal numbers of float4");

  alignas(16) float As[BK][BM + PAD];  // transposed; the gap spreads its stores over banks
  alignas(16) float Bs[BK][BN];
  static_assert(sizeof(As) + sizeof(Bs) <= 48 * 1024, "shared memory has 48 KiB for the tiles");

  // Global → shared: the BM×BK tile at A and the BK×BN tile at B.
  __device__ void load(const float* A, const float* B, int N, int K) {
    for (int n = 0, i = VEC * threadIdx.x; n < BM * BK / VEC / THREADS; ++n, i += VEC * THREADS) {
      alignas(16) float a[VEC];
      vec(a[0]) = vec(A[static_cast<size_t>(i / BK) * K + i % BK]);
      for (int v = 0; v < VEC; ++v) As[i % BK + v][i / BK] = a[v];
    }
    for (int n = 0, i = VEC * threadIdx.x; n < BK * BN / VEC / THREADS; ++n, i += VEC * THREADS)
      vec(Bs[i / BN][i % BN]) = vec(B[static_cast<size_t>(i / BN) * N + i % BN]);
  }

  // This thread's elements of the block's tile of C: TM×TN in each sub-tile of its warp. Lanes are
  // in z-order: the bits of a lane's number go to column and row in turn, so that lanes n and n ^ 1
  // share a row, n and n ^ 2 a column. Such pairs read a float4 in half the shared wavefronts.
  __device__ static int row(int i) {
    const int lane = threadIdx.x % WARP, warp_row = threadIdx.x / WARP / (BN / WN);
    const int lane_row = (lane >> 1 & 1) + (lane >> 3 & 1) * 2;  // 0 … LANE_ROWS − 1
    return warp_row * WM + i / TM * WSUBM + lane_row * TM + i % TM;
  }
  __device__ static int col(int j) {
    const int lane = threadIdx.x % WARP, warp_col = threadIdx.x / WARP % (BN / WN);
    const int lane_col = (lane & 1) + (lane >> 2 & 1) * 2 + (lane >> 4) * 4;  // 0 … LANE_COLS − 1
    return warp_col * WN + j / TN * WSUBN + lane_col * TN + j % TN;
  }

  // Shared → registers: this thread's rows of the tile of A times its columns of the tile of B.
  __device__ void multiply(float (&acc)[ROWS][COLS]) const {
#pragma unroll
    for (int k = 0; k < BK; ++k) {
      alignas(16) float a[ROWS], b[COLS];
      for (int j = 0; j < COLS; j += VEC) vec(b[j]) = vec(Bs[k][col(j)]);
      for (int i = 0; i < ROWS; i += VEC) vec(a[i]) = vec(As[k][row(i)]);
      for (int i = 0; i < ROWS; ++i)
        for (int j = 0; j < COLS; ++j) acc[i][j] += a[i] * b[j];
    }
  }

  // Registers → global: this thread's elements of the BM×BN tile at C.
  __device__ static void store(float* C, int N, float alpha, float beta,
                               const float (&acc)[ROWS][COLS]) {
    for (int i = 0; i < ROWS; ++i)
      for (int j = 0; j < COLS; j += VEC) {
        float4& c = vec(C[static_cast<size_t>(row(i)) * N + col(j)]);
        const float4 old = beta == 0 ? make_float4(0, 0, 0, 0) : c;
        c = make_float4(alpha * acc[i][j + 0] + beta * old.x, alpha * acc[i][j + 1] + beta * old.y,
                        alpha * acc[i][j + 2] + beta * old.z, alpha * acc[i][j + 3] + beta * old.w);
      }
  }
};

template <int BM, int BN, int BK, int TM, int TN, int WM, int WN>
__global__ void __launch_bounds__(Block<BM, BN, BK, TM, TN, WM, WN>::THREADS)
    sgemm_kernel(int M, int N, int K, float alpha, const float* __restrict__ A,
                 const float* __restrict__ B, float beta, float* __restrict__ C) {
  __shared__ Block<BM, BN, BK, TM, TN, WM, WN> block;
  const int block_row = blockIdx.y * BM;  // 0, BM, …, M − BM
  const int block_col = blockIdx.x * BN;  // 0, BN, …, N − BN
  A += static_cast<size_t>(block_row) * K;
  B += block_col;
  C += static_cast<size_t>(block_row) * N + block_col;
  float acc[WM / LANE_ROWS][WN / LANE_COLS] = {};
  for (int k0 = 0; k0 < K; k0 += BK, A += BK, B += static_cast<size_t>(BK) * N) {
    block.load(A, B, N, K);
    __syncthreads();  // the tile is complete before anyone reads it
    block.multiply(acc);
    __syncthreads();  // everyone has read it before it is overwritten
  }
  block.store(C, N, alpha, beta, acc);
}

template <int BM, int BN, int BK, int TM, int TN, int WM, int WN>
inline void launch_sgemm(int M, int N, int K, float alpha, const float* A, const float* B,
                         float beta, float* C, cudaStream_t stream) {
  gemm::require_whole_tiles(M, N, K, BM, BN, BK);
  constexpr int THREADS = Block<BM, BN, BK, TM, TN, WM, WN>::THREADS;
  const dim3 grid(N / BN, M / BM), block(THREADS);  // x along N: neighbours share rows of A in L2
  gemm::launch(sgemm_kernel<BM, BN, BK, TM, TN, WM, WN>, grid, block, 0, stream, M, N, K, alpha, A,
               B, beta, C);
}

template <int... EXTENTS>
constexpr gemm::Tile tile = {launch_sgemm<EXTENTS...>, EXTENTS...};

const std::vector<gemm::Tile> sgemm_tiles = {
    tile<64, 128, 16, 8, 4, 32, 64>,  tile<128, 128, 16, 8, 4, 32, 64>,
    tile<128, 128, 8, 8, 4, 32, 64>,  tile<128, 128, 16, 4, 4, 32, 64>,
    tile<128, 128, 16, 8, 8, 32, 64>, tile<128, 128, 16, 8, 4, 64, 64>,
    tile<128, 256, 8, 8, 4, 64, 64>,  tile<256, 128, 8, 8, 4, 64, 64>,
    tile<64, 256, 16, 8, 4, 32, 64>,  tile<128, 64, 16, 8, 4, 32, 32>,
    tile<64, 64, 16, 8, 4, 32, 32>,   tile<64, 64, 32, 4, 4, 16, 32>};
