#include <cmath>

#include "common/grid_stride.cuh"
#include "common/memory_check.hpp"
#include "common/problem.hpp"

namespace gemm {
namespace {

// SplitMix64's output function (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
// Generators, 2014): a counter in, 64 well-mixed bits out.
__device__ uint64_t mix(uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

// [−1, 1) in steps of 2⁻²³ from the top bits of `bits`.
__device__ float uniform(uint64_t bits) { return static_cast<float>(bits >> 40) * 0x1p-23f - 1.0f; }

__device__ float random_value(Init init, uint64_t bits) {
  switch (init) {
    case Init::uniform:
      return uniform(bits);
    case Init::normal: {
      // The sum of twelve uniform values in [−1/2, 1/2) has variance 1; unlike Box–Muller it needs
      // no function whose last bit differs between devices.
      float sum = 0;
      for (int i = 0; i < 12; ++i) sum += 0.5f * uniform(mix(bits + i));
      return sum;
    }
    case Init::integers:
      return static_cast<float>(static_cast<int>(bits % 17) - 8);
    case Init::ones:
      return 1.0f;
  }
  return 0;
}

__global__ void fill_kernel(float* data, size_t size, int cols, int ld, Init init,
                            uint64_t stream) {
  for (size_t i = first_element(); i < size; i += element_stride())
    data[i] = static_cast<int>(i % ld) < cols ? random_value(init, mix(stream + i)) : NAN;
}

// Throws DeviceError unless the operands fit the device's free memory.
const Shape& require_memory(const Shape& shape) {
  size_t free_bytes = 0, total_bytes = 0;
  check(cudaMemGetInfo(&free_bytes, &total_bytes), "asking for free device memory");
  require_memory(shape, free_bytes);
  return shape;
}

}  // namespace

void fill_matrix(float* data, int rows, int cols, int ld, Init init, uint64_t seed) {
  const size_t size = static_cast<size_t>(rows) * ld;
  if (size == 0) return;
  // Streams far apart, so that neighbouring seeds share no values.
  const uint64_t stream = seed * 0xD1342543DE82EF95u;
  launch(fill_kernel, grid_for(size), kThreads, 0, nullptr, data, size, cols, ld, init, stream);
}

Problem::Problem(const Shape& shape_, Init init, uint64_t seed)
    : shape(require_memory(shape_)),
      A(shape.size_a()),
      B(shape.size_b()),
      C(shape.size_c()),
      C0(shape.beta == 0 ? 0 : shape.size_c()) {
  refill(init, seed);
}

void Problem::refill(Init init, uint64_t seed) {
  fill_matrix(A.data(), shape.rows_a(), shape.cols_a(), shape.lda, init, 3 * seed);
  fill_matrix(B.data(), shape.rows_b(), shape.cols_b(), shape.ldb, init, 3 * seed + 1);
  if (C0.size() > 0) fill_matrix(C0.data(), shape.M, shape.N, shape.ldc, init, 3 * seed + 2);
  reset_c();
}

void Problem::reset_c() {
  if (C0.size() > 0) {
    C.copy_from(C0);
  } else {
    C.fill_bytes(0xFF);
  }
}

}  // namespace gemm
