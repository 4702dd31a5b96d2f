#pragma once
#include <cstdint>

#include "common/device_buffer.hpp"
#include "common/options.hpp"
#include "common/shape.hpp"

namespace gemm {

// The operands of one GEMM on the device. Elements in the gaps between rows are NaN, so that
// whoever reads them shows.
struct Problem {
  // Allocates and fills from `seed`; throws DeviceError when the operands do not fit the device.
  Problem(const Shape& shape, Init init, uint64_t seed);

  // New random A, B and C of the same shape.
  void refill(Init init, uint64_t seed);

  // What a checked launch starts from: C's elements are NaN where beta is 0, else C0.
  void reset_c();

  Shape shape;
  DeviceBuffer<float> A, B, C;
  DeviceBuffer<float> C0;  // what C holds before the product; empty when beta is 0
};

// A matrix of rows × cols floats, `ld` elements between rows, seeded: the same on every device.
// Elements between the rows become NaN. uniform: [−1, 1); normal: mean 0, variance 1;
// integers: −8…8, whose products and sums are exact up to K = 2^18; ones: 1.
void fill_matrix(float* data, int rows, int cols, int ld, Init init, uint64_t seed);

}  // namespace gemm
