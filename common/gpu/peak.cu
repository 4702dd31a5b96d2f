#include "common/gpu/device.hpp"
#include "common/gpu/peak.hpp"
#include "common/launch.cuh"

namespace gemm {
namespace {

constexpr int kTrips = 512;        // of each kernel's loop
constexpr int kBlocksPerSm = 4;    // resident together
constexpr int kFmaThreads = 256;   // 8 warps per scheduler
constexpr int kFmas = 512;         // per trip: the loop's own instructions do not count
constexpr int kAccumulators = 32;  // independent, so that no FMA waits for another

__global__ void __launch_bounds__(kFmaThreads, kBlocksPerSm)
    fma_kernel(float a, float b, float* sink) {
  float acc[kAccumulators];
  for (int i = 0; i < kAccumulators; ++i) acc[i] = static_cast<float>(threadIdx.x + i);

#pragma unroll 1
  for (int trip = 0; trip < kTrips; ++trip) {
#pragma unroll
    for (int i = 0; i < kFmas; ++i) {
      float& x = acc[i % kAccumulators];
      x = fmaf(x, a, b);
    }
  }

  float sum = 0;
  for (const float x : acc) sum += x;
  if (sum < 0) *sink = sum;  // never
}

constexpr int kSharedThreads = 256;
constexpr int kReads = 32;  // 16-byte reads per trip
constexpr int kLanes = 32;
constexpr int kRotation = 512;  // starting places: every trip reads another set of addresses
constexpr int kTile = kRotation + kReads * kLanes;  // float4, 24 KiB

__global__ void __launch_bounds__(kSharedThreads, kBlocksPerSm) shared_kernel(float* sink) {
  __shared__ float4 tile[kTile];
  for (int i = threadIdx.x; i < kTile; i += kSharedThreads) {
    const float value = static_cast<float>(i);
    tile[i] = make_float4(value, value, value, value);
  }
  __syncthreads();

  float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll 1
  for (int trip = 0; trip < kTrips; ++trip) {
    // 32 lanes read 512 consecutive bytes, each bank once per wavefront wherever they start.
    const float4* start = &tile[(threadIdx.x + trip) % kRotation];
#pragma unroll
    for (int i = 0; i < kReads; ++i) {
      const float4 value = start[i * kLanes];
      sum.x += value.x, sum.y += value.y, sum.z += value.z, sum.w += value.w;
    }
  }

  const float total = sum.x + sum.y + sum.z + sum.w;
  if (total < 0) *sink = total;  // never
}

}  // namespace

Peak fma_peak(float* sink) {
  const int blocks = sm_count() * kBlocksPerSm;
  return {2.0 * kFmas * kTrips * kFmaThreads * blocks, [=] {
            // x ← 0.75 x + 0.25 stays between 1 and its start.
            launch(fma_kernel, blocks, kFmaThreads, 0, nullptr, 0.75f, 0.25f, sink);
          }};
}

Peak shared_peak(float* sink) {
  const int blocks = sm_count() * kBlocksPerSm;
  return {static_cast<double>(sizeof(float4)) * kReads * kTrips * kSharedThreads * blocks,
          [=] { launch(shared_kernel, blocks, kSharedThreads, 0, nullptr, sink); }};
}

}  // namespace gemm
