#include "common/gpu/precision_probe.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "common/device_buffer.hpp"

namespace gemm {

double probe_error(Cublas& cublas) {
  constexpr int kExtent = 512;
  constexpr float kElement = 1 + 0x1p-12f;  // TF32 keeps 1 + 2⁻¹⁰ and rounds this to 1
  constexpr double kExact = kExtent * static_cast<double>(kElement);  // 22 bits

  const std::vector<float> elements(kExtent * kExtent, kElement), ones(kExtent * kExtent, 1.0f);
  const DeviceBuffer<float> A(elements), B(ones);
  DeviceBuffer<float> C(elements.size());
  C.fill_bytes(0xFF);  // NaN: a product that is not written shows
  cublas.sgemm(packed_shape(kExtent, kExtent, kExtent), A.data(), B.data(), C.data());

  double error = 0;
  for (const float c : C.download()) {
    if (!std::isfinite(c)) return std::numeric_limits<double>::infinity();
    error = std::max(error, std::abs(c - kExact) / kExact);
  }
  return error;
}

std::string probe_math(Cublas& cublas) {
  const double error = probe_error(cublas);
  if (error < 0x1p-14) return "fp32";
  return error < 0x1p-11 ? "tf32" : "unknown arithmetic";
}

}  // namespace gemm
