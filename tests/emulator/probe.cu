// PROBE names the launcher of this build of the kernel.
#include <cuda_runtime.h>

#include "common/launch.cuh"
#include "tests/emulator/probe.hpp"

namespace {

__device__ float4& vec4(float& first) { return reinterpret_cast<float4&>(first); }
__device__ const float4& vec4(const float& first) { return reinterpret_cast<const float4&>(first); }
__device__ const float2& vec2(const float& first) { return reinterpret_cast<const float2&>(first); }

// Sums up through a reference to an array of the caller, as kernels keep accumulators.
__device__ void accumulate(float (&sum)[4], float value) {
  for (int i = 0; i < 4; ++i) sum[i] += value * static_cast<float>(i);
}

__global__ void probe(const float* __restrict__ in, float* __restrict__ out) {
  alignas(16) __shared__ float tile[4 * kProbeThreads];
  alignas(16) __shared__ float zeros[4 * kProbeThreads];
  const int t = threadIdx.x;

  for (int i = 0; i < 4; ++i) tile[4 * t + i] = in[4 * t + i];  // @copy
  for (int i = 0; i < 4; ++i) zeros[4 * t + i] = 0;             // @zero
  __syncthreads();

  const float4 v = vec4(tile[4 * t]);      // @two of four members are used
  const float2 p = vec2(tile[t / 2 * 2]);  // @pairs of lanes share
  alignas(16) float copy[4];
  vec4(copy[0]) = vec4(in[4 * t]);  // @to registers
  float sum[4] = {};
  for (int i = 0; i < 4; ++i) accumulate(sum, copy[i] + tile[(t + i) % kProbeThreads]);  // @sum

  out[t] = v.x + v.z + p.x + p.y;                                  // @store
  out[kProbeThreads + t] += zeros[t];                              // @add
  if (t % 2 == 1) out[2 * kProbeThreads + t] = sum[3];             // @every other lane
  vec4(out[4 * kProbeThreads + 4 * t]) = vec4(tile[4 * (t ^ 1)]);  // @shared to global
  vec4(out[8 * kProbeThreads + 4 * t]) = make_float4(sum[0], sum[1], sum[2], sum[3]);  // @made
}

}  // namespace

void PROBE(const float* in, float* out) {
  gemm::launch(probe, 1, kProbeThreads, 0, nullptr, in, out);
}
