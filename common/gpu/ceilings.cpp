#include "common/gpu/ceilings.hpp"

#include "common/gpu/ceiling_cache.hpp"
#include "common/gpu/device.hpp"
#include "common/gpu/peak.hpp"
#include "common/gpu/read_buffer.hpp"
#include "common/gpu/timing.hpp"

namespace gemm {
namespace {

// Of `peak`, in 10¹² FLOP or bytes per second.
double tera_rate(const Peak& peak) {
  constexpr double kMinTime_s = 0.1;
  const Timing timing = time_alternately({{peak.launch, {}}}, {kMinTime_s}).front();
  return peak.work / (timing.median_ms * 1e-3) * 1e-12;
}

double read_rate(size_t chunks, int passes) {
  const size_t bytes = chunks * kReadChunk;
  DeviceBuffer<float4> buffer(bytes / sizeof(float4));
  buffer.fill_bytes(0);
  return tera_rate({static_cast<double>(bytes) * passes, [&] { read_buffer(buffer, passes); }});
}

}  // namespace

Ceilings measure_ceilings() {
  constexpr size_t kDramChunks = (size_t{1} << 30) / kReadChunk;
  constexpr size_t kL2Traffic = (size_t{8} << 30) / kReadChunk;  // chunks
  const size_t l2_chunks = l2_bytes() / 4 / kReadChunk;

  DeviceBuffer<float> sink(1);
  Ceilings ceilings;
  ceilings.fp32_tflops = tera_rate(fma_peak(sink.data()));
  ceilings.dram_tbs = read_rate(kDramChunks, 1);
  ceilings.l2_tbs = read_rate(l2_chunks, static_cast<int>(kL2Traffic / l2_chunks));
  ceilings.shared_tbs = tera_rate(shared_peak(sink.data()));
  return ceilings;
}

Ceilings device_ceilings() {
  const std::string path = ceiling_cache_path();
  if (const auto cached = load_ceilings(path)) return *cached;
  const Ceilings ceilings = measure_ceilings();
  store_ceilings(path, ceilings);
  return ceilings;
}

}  // namespace gemm
