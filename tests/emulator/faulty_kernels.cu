#include <cuda/barrier>
#include <cuda/pipeline>

#include "tests/emulator/faulty_kernels.hpp"

namespace {

__device__ float4& vec4(float& first) { return reinterpret_cast<float4&>(first); }
__device__ const float4& vec4(const float& first) { return reinterpret_cast<const float4&>(first); }
__device__ float2& vec2(float& first) { return reinterpret_cast<float2&>(first); }

constexpr int N = kFaultyThreads;

}  // namespace

__global__ void read_past_end(const float* in, float* out, int n) {
  const int i = threadIdx.x + n - N + 1;
  out[threadIdx.x] = in[i];  // @read past end
}

__global__ void write_past_end(float* out, int n) {
  const int i = threadIdx.x + n - N + 1;
  out[i] = 1;  // @write past end
}

__global__ void read_before_start(const float* in, float* out) {
  out[threadIdx.x] = in[static_cast<int>(threadIdx.x) - 1];  // @read before start
}

__global__ void read_far_away(const float* in, float* out) {
  out[threadIdx.x] = in[(size_t{1} << 33) + threadIdx.x];  // @read far away
}

__global__ void read_pointer(const float* pointer, float* out) {
  if (threadIdx.x == 70) out[0] = *pointer;  // @read pointer
}

__global__ void write_pointer(float* pointer) {
  if (threadIdx.x == 70) *pointer = 1;  // @write pointer
}

__global__ void write_far_behind(float* pointer, size_t far) {
  if (threadIdx.x == 70) pointer[far] = 1;  // @write far behind
}

__global__ void read_misaligned(const float* in, float* out) {
  const float4 v = vec4(in[threadIdx.x]);  // @misaligned
  out[threadIdx.x] = v.x;
}

__global__ void copy_uninitialised(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x];  // @uninitialised
}

__global__ void shared_past_end(float* out) {
  __shared__ float values[N];
  values[threadIdx.x + 1] = 1;  // @shared past end
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x + 1];
}

__global__ void shared_before_start(float* out) {
  __shared__ float values[N];
  values[static_cast<int>(threadIdx.x) - 1] = 1;  // @shared before start
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x];
}

// In the neighbourhood of this object there are those of other instances.
template <int SIZE>
__global__ void shared_of_sibling(float* out) {
  __shared__ float values[SIZE];
  for (int i = threadIdx.x; i <= SIZE; i += N) values[i] = 1;  // @sibling
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x];
}
template __global__ void shared_of_sibling<1024>(float*);
template __global__ void shared_of_sibling<1152>(float*);
template __global__ void shared_of_sibling<1280>(float*);

__global__ void shared_misaligned(float* out) {
  alignas(8) __shared__ float values[N + 2];
  vec2(values[threadIdx.x]) = make_float2(1, 2);  // @shared misaligned
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x];
}

__global__ void shared_uninitialised(float* out) {
  __shared__ float values[N];
  if (threadIdx.x != 5) values[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x];  // @shared uninitialised
}

template <int COLS>
struct Block {
  float As[4][COLS];
  float Bs[N];
};

template <int COLS>
__global__ void member_uninitialised(float* out) {
  __shared__ Block<COLS> block;
  const unsigned row = threadIdx.x / COLS % 4, col = threadIdx.x % COLS;
  if (threadIdx.x < 4 * COLS && !(row == 3 && col == 5)) block.As[row][col] = 1;
  block.Bs[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = block.As[row][col] + block.Bs[threadIdx.x];  // @member
}
template __global__ void member_uninitialised<8>(float*);

__global__ void local_of_other_thread(float* out) {
  __shared__ float* pointer;
  float local[4] = {1, 2, 3, 4};
  if (threadIdx.x == 0) pointer = local;
  __syncthreads();
  out[threadIdx.x] = pointer[threadIdx.x % 4];  // @local
  __syncthreads();
  out[threadIdx.x] += local[0];
}

__global__ void no_barrier_in_warp(float* out) {
  __shared__ float values[N];
  values[threadIdx.x] = 1;
  __syncthreads();
  values[threadIdx.x] = 2;                      // @race in warp: write
  out[threadIdx.x] = values[threadIdx.x ^ 16];  // @race in warp: read
}

__global__ void no_barrier_across_warps(float* out) {
  __shared__ float values[N];
  values[threadIdx.x] = 1;  // @race across warps: write
  __syncthreads();
  values[threadIdx.x] = 2;                      // @race across warps: second write
  out[threadIdx.x] = values[threadIdx.x ^ 64];  // @race across warps: read
}

__global__ void no_second_barrier(float* out) {
  __shared__ float values[N];
  float sum = 0;
  for (int round = 0; round < 3; ++round) {
    values[threadIdx.x] = 1;  // @second barrier: write
    __syncthreads();
    for (int i = 0; i < N; ++i) sum += values[i];  // @second barrier: read
  }
  out[threadIdx.x] = sum;
}

__global__ void all_write_one(float* out) {
  __shared__ float value;
  value = 1;  // @all write one
  __syncthreads();
  out[threadIdx.x] = value;
}

__global__ void warp_barrier_across_warps(float* out) {
  __shared__ float values[N];
  values[threadIdx.x] = 1;  // @warp barrier: write
  __syncwarp();
  out[threadIdx.x] = values[(threadIdx.x + 1) % N];  // @warp barrier: read
}

__global__ void copy_tile(const float* in, float* out, AsyncFault fault) {
  alignas(16) __shared__ float tile[4 * N];
  const int mine = 4 * threadIdx.x;
  const int other = 4 * ((threadIdx.x + 1) % N);
  auto pipeline = cuda::make_pipeline();
  const auto size = cuda::aligned_size_t<16>(16);

  if (fault == AsyncFault::still_read) {
    vec4(tile[mine]) = make_float4(0, 0, 0, 0);
    __syncthreads();
    out[threadIdx.x] = tile[other];  // @async: earlier read
  }
  const int to = fault == AsyncFault::misaligned        ? mine + (threadIdx.x == 3)
                 : fault == AsyncFault::target_past_end ? mine + 4
                                                        : mine;
  const int from = fault == AsyncFault::source_past_end ? mine + 4 : mine;
  cuda::memcpy_async(&tile[to], &in[from], size, pipeline);  // @async: copy
  if (fault == AsyncFault::copied_twice)
    cuda::memcpy_async(&tile[mine], &in[mine], size, pipeline);  // @async: second copy
  if (fault == AsyncFault::too_few) {
    pipeline.producer_commit();
    cuda::memcpy_async(&tile[mine], &in[mine], cuda::aligned_size_t<16>(0), pipeline);
  }
  pipeline.producer_commit();
  if (fault == AsyncFault::overwritten) tile[mine] = 0;  // @async: overwrite
  if (fault == AsyncFault::forgotten) return;
  if (fault == AsyncFault::too_few)
    cuda::pipeline_consumer_wait_prior<2>(pipeline);
  else if (fault != AsyncFault::no_wait)
    cuda::pipeline_consumer_wait_prior<0>(pipeline);
  if (fault != AsyncFault::no_barrier) __syncthreads();
  const int from_shared = fault == AsyncFault::no_wait ? mine : other;
  out[threadIdx.x] = tile[from_shared];  // @async: read
  cuda::pipeline_consumer_wait_prior<0>(pipeline);
}

__global__ void copy_tile_with_barrier(const float* in, float* out, BarrierFault fault) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  alignas(16) __shared__ float tile[4 * N];
  __shared__ Barrier barrier;
  if (threadIdx.x == 0 && fault != BarrierFault::not_initialised) init(&barrier, N);
  if (fault != BarrierFault::initialised_late) __syncthreads();
  const int mine = 4 * threadIdx.x;
  cuda::memcpy_async(&tile[mine], &in[mine], cuda::aligned_size_t<16>(16),
                     barrier);  // @barrier: copy
  const Barrier::arrival_token token = barrier.arrive();
  if (fault != BarrierFault::no_wait) barrier.wait(token);
  out[threadIdx.x] = tile[4 * ((threadIdx.x + 1) % N)];  // @barrier: read
}

__global__ void compute_forever(const float* in, float* out) {
  float x = in[threadIdx.x];
  while (x < 2) x = x * 0.5f + 0.5f;  // @compute forever
  out[threadIdx.x] = x;
}

__global__ void spin_forever(float* out) {
  __shared__ volatile float flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  while (flag == 0) {  // @spin forever
  }
  out[threadIdx.x] = 1;
}

__global__ void meet_forever(float* out) {
  for (int i = 0; i >= 0; i ^= 1) {
    out[threadIdx.x] = static_cast<float>(i);  // @meet forever
    __syncthreads();
  }
}

__global__ void divide_by_zero(int zero, int* out) {
  out[threadIdx.x] = static_cast<int>(threadIdx.x) / zero;  // @divide
}

namespace {

// Too deep for any stack; the array keeps the compiler from making a loop of it.
__device__ __attribute__((noinline)) int recurse(int depth) {
  volatile int local[64];
  local[depth % 64] = depth;  // @recurse
  return depth < 0 ? 0 : recurse(depth + 1) + local[depth % 64];
}

}  // namespace

__global__ void recurse_forever(int* out) { out[threadIdx.x] = recurse(0); }

__global__ void leave_local_array(int by, float* out) {
  float local[4] = {1, 1, 1, 1};
  for (int i = 0; i < 4; ++i) local[i + by] = 2;  // @leave local array
  for (int i = 0; i < 4; ++i) out[threadIdx.x] = local[i];
}

__global__ void bytes_of_one_word(char* out) {
  __shared__ char bytes[N];
  bytes[threadIdx.x] = static_cast<char>(threadIdx.x);
  const char mine = bytes[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = mine + bytes[N - 1 - threadIdx.x];
}

__global__ void warp_shuffle_order(float* out) {
  __shared__ float values[N];
  values[threadIdx.x] = 1;
  const float one = __shfl_sync(0xffffffff, 1.0f, 0);
  out[threadIdx.x] = values[threadIdx.x ^ 1] + one;
}

__global__ void atomics_on_shared(int* out) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, 1);
  __syncthreads();
  out[threadIdx.x] = sum;
}

__global__ void fine(float* out) {
  __shared__ float values[N];
  values[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = values[N - 1 - threadIdx.x];
}
