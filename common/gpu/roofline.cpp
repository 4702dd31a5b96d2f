#include "common/gpu/roofline.hpp"

#include <algorithm>

#include "common/launch.cuh"

namespace gemm {
namespace {

double padded(int extent, int tile) { return static_cast<double>(ceil_div(extent, tile)) * tile; }

int accesses_of_c(const Shape& shape) { return shape.beta == 0 ? 1 : 2; }

}  // namespace

double compulsory_bytes(const Shape& shape) {
  const double M = shape.M, N = shape.N, K = shape.K;
  return sizeof(float) * (M * K + K * N + accesses_of_c(shape) * M * N);
}

double kernel_bytes(const Shape& shape, const Tile& tile) {
  const double M = padded(shape.M, tile.BM);
  const double N = padded(shape.N, tile.BN);
  const double K = padded(shape.K, tile.BK);
  return sizeof(float) *
         (M * N * K * (1.0 / tile.BM + 1.0 / tile.BN) + accesses_of_c(shape) * M * N);
}

Roofline roofline(const Shape& shape, const Tile& tile, const Ceilings& ceilings,
                  double median_ms) {
  Roofline result;
  result.ceilings = ceilings;
  result.intensity = shape.flop() / compulsory_bytes(shape);
  result.kernel_intensity = shape.flop() / kernel_bytes(shape, tile);
  result.attainable_tflops = std::min(ceilings.fp32_tflops, ceilings.dram_tbs * result.intensity);
  result.fraction = shape.flop() / (median_ms * 1e-3) * 1e-12 / result.attainable_tflops;
  return result;
}

}  // namespace gemm
