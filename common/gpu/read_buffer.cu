#include "common/gpu/read_buffer.hpp"
#include "common/launch.cuh"

namespace gemm {
namespace {

constexpr int kThreads = 256;
constexpr int kChunk = kReadChunk / sizeof(float4);  // elements
constexpr int kLoads = kChunk / kThreads;            // of each thread, independent

__global__ void __launch_bounds__(kThreads) read_kernel(float4* data, int chunks) {
  const float4* first = data + static_cast<size_t>(blockIdx.x % chunks) * kChunk + threadIdx.x;
  float4 values[kLoads];
  for (int i = 0; i < kLoads; ++i) values[i] = __ldcg(&first[i * kThreads]);

  float sum = 0;
  for (const float4& v : values) sum += v.x + v.y + v.z + v.w;
  if (sum != 0) data->x = sum;  // never: it only makes the loads needed
}

}  // namespace

void read_buffer(DeviceBuffer<float4>& buffer, int passes) {
  const int chunks = static_cast<int>(buffer.bytes() / kReadChunk);
  launch(read_kernel, chunks * passes, kThreads, 0, nullptr, buffer.data(), chunks);
}

}  // namespace gemm
