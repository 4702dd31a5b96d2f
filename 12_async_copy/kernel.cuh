// 12_async_copy — docs/12_async_copy.md
// Idea: tiles travel to shared memory by asynchronous copies, several ahead, past the registers.
#pragma once
#include <cuda/pipeline>

#include "common/stage.cuh"

constexpr int WARP = 32;      // threads
constexpr int LANE_ROWS = 4;  // lanes of a warp along M
constexpr int LANE_COLS = 8;  // and along N
constexpr int VEC = 4;        // floats in a float4
constexpr int PAD = 4;        // floats per gap: float4 stay aligned

using Pipeline = cuda::pipeline<cuda::thread_scope_thread>;  // the copies of one thread, in groups

// The four floats from `first` on, as one access. They must start at a multiple of 16 bytes.
__device__ float4& vec(float& first) { return reinterpret_cast<float4&>(first); }
__device__ const float4& vec(const float& first) { return reinterpret_cast<const float4&>(first); }

// A block's tiles in shared memory, and what its threads do with them.
template <int BM, int BN, int BK, int TM, int TN, int WM, int WN, int STAGES>
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
  static_assert(STAGES >= 2, "a tile is multiplied while another arrives: at least 2 stages");
  static_assert(THREADS % BK == 0, "A: threads must load whole rows at once");
  static_assert(THREADS * VEC % BN == 0, "B: threads must load whole rows at once");
  static_assert(BM * BK % THREADS == 0, "A: each thread must load the same number of floats");
  static_assert(BK * BN % (THREADS * VEC) == 0, "B: threads must load equal numbers of float4");

  alignas(16) float As[STAGES][BK][BM + PAD];  // transposed; the gap spreads its stores over banks
  alignas(16) float Bs[STAGES][BK][BN];
  static_assert(sizeof(As) + sizeof(Bs) <= 99 * 1024, "shared memory has 99 KiB for the tiles");

  // Copies of a thread per tile, the steps of k over which they are spread, and the rows of A and B
  // from one to the next.
  static constexpr int COPIES_A = BM * BK / THREADS, COPIES_B = BK * BN / VEC / THREADS;
  static constexpr int STEPS = BK * 3 / 8;
  static constexpr int ROWS_A = THREADS / BK, ROWS_B = VEC * THREADS / BN;

  // Global → shared, to arrive later: what this thread copies in step k of the tile at k0; past the
  // end the last tile once more, for nobody. A and B are where the thread's part of the first tile
  // begins. A goes float by float, because a row becomes a column.
  __device__ void load(int k, int buffer, int k0, const float* A, const float* B, int N, int K,
                       Pipeline& pipeline) {
    k0 = min(k0, K - BK);
    A += k0;
    B += static_cast<size_t>(k0) * N;
    const int a = threadIdx.x, b = VEC * threadIdx.x;
    for (int n = 0; n < COPIES_A; ++n)
      if (n * STEPS / COPIES_A == k)
        cuda::memcpy_async(&As[buffer][a % BK][a / BK + n * ROWS_A],
                           &A[static_cast<size_t>(n * ROWS_A) * K], cuda::aligned_size_t<4>(4),
                           pipeline);
    for (int n = 0; n < COPIES_B; ++n)
      if (n * STEPS / COPIES_B == k)
        cuda::memcpy_async(&Bs[buffer][b / BN + n * ROWS_B][b % BN],
                           &B[static_cast<size_t>(n * ROWS_B) * N], cuda::aligned_size_t<16>(16),
                           pipeline);
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

  // What a thread multiplies at one k: its rows of the tile of A and its columns of the tile of B.
  struct Fragment {
    alignas(16) float a[ROWS], b[COLS];
  };

  // Shared → registers.
  __device__ void read(Fragment& f, int buffer, int k) const {
    for (int i = 0; i < ROWS; i += VEC) vec(f.a[i]) = vec(As[buffer][k][row(i)]);
    for (int j = 0; j < COLS; j += VEC) vec(f.b[j]) = vec(Bs[buffer][k][col(j)]);
  }

  // Rows of A times columns of B, while the fragments for the next k are read. Calls meanwhile(k)
  // in each step.
  template <typename Meanwhile>
  __device__ void multiply(int buffer, float (&acc)[ROWS][COLS], Meanwhile meanwhile) const {
    Fragment f[2];
    read(f[0], buffer, 0);
#pragma unroll
    for (int k = 0; k < BK; ++k) {
      if (k + 1 < BK) read(f[(k + 1) % 2], buffer, k + 1);
      meanwhile(k);
      for (int i = 0; i < ROWS; ++i)
        for (int j = 0; j < COLS; ++j) acc[i][j] += f[k % 2].a[i] * f[k % 2].b[j];
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

template <int BM, int BN, int BK, int TM, int TN, int WM, int WN, int STAGES>
__global__ void __launch_bounds__(Block<BM, BN, BK, TM, TN, WM, WN, STAGES>::THREADS)
    sgemm_kernel(int M, int N, int K, float alpha, const float* __restrict__ A,
                 const float* __restrict__ B, float beta, float* __restrict__ C) {
  extern __shared__ float4 dynamic_shared[];  // more than 48 KiB must be asked for at launch
  auto& block = reinterpret_cast<Block<BM, BN, BK, TM, TN, WM, WN, STAGES>&>(dynamic_shared);
  const int block_row = blockIdx.y * BM;  // 0, BM, …, M − BM
  const int block_col = blockIdx.x * BN;  // 0, BN, …, N − BN
  A += static_cast<size_t>(block_row + threadIdx.x / BK) * K + threadIdx.x % BK;
  B += static_cast<size_t>(VEC * threadIdx.x / BN) * N + block_col + VEC * threadIdx.x % BN;
  C += static_cast<size_t>(block_row) * N + block_col;
  float acc[WM / LANE_ROWS][WN / LANE_COLS] = {};
  Pipeline pipeline = cuda::make_pipeline();
  for (int stage = 0; stage < STAGES - 1; ++stage) {
    for (int k = 0; k < BK; ++k) block.load(k, stage, stage * BK, A, B, N, K, pipeline);
    pipeline.producer_commit();
  }
  for (int k0 = 0, stage = 0; k0 < K; k0 += BK, stage = (stage + 1) % STAGES) {
    cuda::pipeline_consumer_wait_prior<STAGES - 2>(pipeline);  // this thread's copies have arrived
    __syncthreads();  // everyone's have, and everyone has read the tile before this one
    block.multiply(stage, acc, [&](int k) {
      block.load(k, (stage + STAGES - 1) % STAGES, k0 + (STAGES - 1) * BK, A, B, N, K, pipeline);
    });
    pipeline.producer_commit();
  }
  cuda::pipeline_consumer_wait_prior<0>(pipeline);  // nothing may arrive after the block has gone
  block.store(C, N, alpha, beta, acc);
}

template <int BM, int BN, int BK, int TM, int TN, int WM, int WN, int STAGES>
inline void launch_sgemm(int M, int N, int K, float alpha, const float* A, const float* B,
                         float beta, float* C, cudaStream_t stream) {
  gemm::require_whole_tiles(M, N, K, BM, BN, BK);
  constexpr int THREADS = Block<BM, BN, BK, TM, TN, WM, WN, STAGES>::THREADS;
  constexpr size_t SHARED = sizeof(Block<BM, BN, BK, TM, TN, WM, WN, STAGES>);
  const dim3 grid(N / BN, M / BM), block(THREADS);  // x along N: neighbours share rows of A in L2
  gemm::launch(sgemm_kernel<BM, BN, BK, TM, TN, WM, WN, STAGES>, grid, block, SHARED, stream, M, N,
               K, alpha, A, B, beta, C);
}

template <int... EXTENTS>
constexpr gemm::Tile tile = {launch_sgemm<EXTENTS...>, EXTENTS...};

const std::vector<gemm::Tile> sgemm_tiles = {
    tile<128, 256, 16, 8, 4, 64, 64, 2>, tile<128, 256, 16, 8, 4, 64, 64, 3>,
    tile<128, 256, 8, 8, 4, 64, 64, 3>,  tile<128, 128, 16, 8, 4, 64, 64, 3>,
    tile<128, 128, 8, 8, 4, 64, 64, 4>,  tile<64, 256, 16, 8, 4, 32, 64, 2>,
    tile<64, 128, 16, 8, 4, 32, 64, 3>,  tile<64, 128, 16, 8, 4, 32, 32, 3>,
    tile<64, 64, 16, 8, 4, 32, 32, 3>,   tile<64, 64, 16, 4, 4, 16, 32, 4>,
    tile<32, 64, 16, 4, 4, 16, 32, 4>,   tile<96, 64, 16, 4, 4, 48, 32, 3>};
