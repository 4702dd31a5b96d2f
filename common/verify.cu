#include <cfloat>
#include <cmath>
#include <cstdint>

#include "common/check.hpp"
#include "common/device_buffer.hpp"
#include "common/grid_stride.cuh"
#include "common/verify.hpp"

namespace gemm {
namespace {

using Counter = unsigned long long;  // what CUDA's 64-bit atomics take

constexpr int kSegment = 32;  // columns that a Freivalds check adds up

// Operands as the device sees them.
struct Gemm {
  Shape shape;
  const float *A, *B, *C, *C0;

  __device__ float a(size_t row, size_t k) const {
    return shape.trans_a ? A[k * shape.lda + row] : A[row * shape.lda + k];
  }
  __device__ float b(size_t k, size_t col) const {
    return shape.trans_b ? B[col * shape.ldb + k] : B[k * shape.ldb + col];
  }
  __device__ size_t c(size_t row, size_t col) const { return row * shape.ldc + col; }
};

// op(B)·X and |op(B)|·|X|, both K × segments.
struct Projection {
  const double *value, *magnitude;
  int segments;
};

// A value of the result, or a weighted sum of values, beside what it should be.
struct Judged {
  double got, want, bound;
  bool overflow;  // FP32 arithmetic may have overflowed on the way

  __device__ bool finite() const { return std::isfinite(got) && std::isfinite(want); }
  // |got − want| / bound; infinite when wrong in another way.
  __device__ double excess() const {
    if (finite()) return fabs(got - want) / bound;
    const bool same = (std::isnan(got) && std::isnan(want)) || got == want;
    return same || (overflow && !std::isfinite(got)) ? 0 : INFINITY;
  }
};

// The sums that the bound is made of, for a dot product of length K. Magnitudes leave out what is
// not finite, so that they tell whether the finite terms alone can overflow.
struct Sums {
  double product = 0, magnitude = 0;        // op(A)·op(B) and |op(A)|·|op(B)|
  double before = 0, before_magnitude = 0;  // C0 and |C0|

  __device__ Judged judge(double got, const Shape& shape, double weight) const {
    const double u = 0x1p-24, tiny = 0x1p-149;
    const double steps = shape.K + 3.0;
    const double alpha = shape.alpha, beta = shape.beta;
    // BLAS: with alpha 0 A and B do not count, with beta 0 C does not.
    const double product_part = alpha == 0 ? 0 : alpha * product;
    const double magnitude_part = alpha == 0 ? 0 : fabs(alpha) * magnitude;
    const double before_part = beta == 0 ? 0 : beta * before;
    const double all = magnitude_part + (beta == 0 ? 0 : fabs(beta) * before_magnitude);
    Judged judged;
    judged.got = got;
    judged.want = product_part + before_part;
    judged.bound =
        steps * u / (1 - steps * u) * all + steps * tiny * fmax(1.0, fabs(alpha)) * weight;
    judged.overflow = fmax(all, magnitude) >= FLT_MAX;
    return judged;
  }
};

__device__ Judged judge_element(const Gemm& gemm, int row, int col) {
  Sums sums;
  for (int k = 0; k < gemm.shape.K && gemm.shape.alpha != 0; ++k) {
    const double term = static_cast<double>(gemm.a(row, k)) * gemm.b(k, col);
    sums.product += term;
    if (std::isfinite(term)) sums.magnitude += fabs(term);
  }
  const size_t at = gemm.c(row, col);
  if (gemm.shape.beta != 0) sums.before = gemm.C0[at];
  if (std::isfinite(sums.before)) sums.before_magnitude = fabs(sums.before);
  return sums.judge(gemm.C[at], gemm.shape, 1);
}

// ±[0.5, 1.5), different from column to column: no fixed pattern of errors cancels.
__device__ double weight_of(int col) {
  uint64_t x = (col + 1) * 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 32)) * 0xD6E8FEB86659FD93u;
  x ^= x >> 32;
  const double size = 0.5 + static_cast<double>(x >> 12) * 0x1p-52;
  return x & 1 ? size : -size;
}

__device__ int segment_end(const Shape& shape, int segment) {
  const int end = (segment + 1) * kSegment;
  return end < shape.N ? end : shape.N;
}

__device__ Judged judge_segment(const Gemm& gemm, const Projection& bx, int row, int segment) {
  Sums sums;
  for (int k = 0; k < gemm.shape.K && gemm.shape.alpha != 0; ++k) {
    const double a = gemm.a(row, k);
    const size_t at = static_cast<size_t>(k) * bx.segments + segment;
    sums.product += a * bx.value[at];
    sums.magnitude += fabs(a) * bx.magnitude[at];
  }
  double got = 0, weights = 0;
  for (int col = segment * kSegment; col < segment_end(gemm.shape, segment); ++col) {
    const double weight = weight_of(col);
    const size_t at = gemm.c(row, col);
    got += weight * gemm.C[at];
    weights += fabs(weight);
    if (gemm.shape.beta == 0) continue;
    sums.before += weight * gemm.C0[at];
    sums.before_magnitude += fabs(weight * gemm.C0[at]);
  }
  return sums.judge(got, gemm.shape, weights);
}

// What a comparison found. Places are row · places per row + element (or segment) of the row.
struct Outcome {
  Counter first_bad = ~Counter{0};  // place of an element
  Counter worst = 0;                // excess as float bits, then the low half of the place
  Counter written_gaps = 0;
  Judged judged_worst{}, judged_bad{};
};

__device__ void note_bad(Outcome* outcome, const Gemm& gemm, int row, int col) {
  atomicMin(&outcome->first_bad, static_cast<Counter>(row) * gemm.shape.N + col);
}

// Non-negative floats order as their bits do.
__device__ void note_worst(Outcome* outcome, double excess, size_t place) {
  const float rounded = static_cast<float>(excess);
  unsigned bits;
  memcpy(&bits, &rounded, sizeof bits);
  atomicMax(&outcome->worst, static_cast<Counter>(bits) << 32 | static_cast<unsigned>(place));
}

__global__ void compare_elements(Gemm gemm, Outcome* outcome) {
  const size_t places = static_cast<size_t>(gemm.shape.M) * gemm.shape.N;
  for (size_t place = first_element(); place < places; place += element_stride()) {
    const int row = place / gemm.shape.N, col = place % gemm.shape.N;
    const double excess = judge_element(gemm, row, col).excess();
    if (!(excess <= 1)) note_bad(outcome, gemm, row, col);
    note_worst(outcome, excess, place);
  }
}

__global__ void compare_segments(Gemm gemm, Projection bx, Outcome* outcome) {
  const size_t places = static_cast<size_t>(gemm.shape.M) * bx.segments;
  for (size_t place = first_element(); place < places; place += element_stride()) {
    const int row = place / bx.segments, segment = place % bx.segments;
    const Judged judged = judge_segment(gemm, bx, row, segment);
    if (judged.finite()) note_worst(outcome, judged.excess(), place);
    if (judged.finite() && judged.excess() <= 1) continue;
    for (int col = segment * kSegment; col < segment_end(gemm.shape, segment); ++col)
      if (!(judge_element(gemm, row, col).excess() <= 1)) note_bad(outcome, gemm, row, col);
  }
}

__global__ void project(Gemm gemm, double* value, double* magnitude, int segments) {
  const size_t places = static_cast<size_t>(gemm.shape.K) * segments;
  for (size_t place = first_element(); place < places; place += element_stride()) {
    const int k = place / segments, segment = place % segments;
    double sum = 0, size = 0;
    for (int col = segment * kSegment; col < segment_end(gemm.shape, segment); ++col) {
      const double term = weight_of(col) * gemm.b(k, col);
      sum += term;
      size += fabs(term);
    }
    value[place] = sum;
    magnitude[place] = size;
  }
}

// Counts the elements between the rows of C that are not what they were.
__global__ void compare_gaps(Gemm gemm, Outcome* outcome) {
  const int gap = gemm.shape.ldc - gemm.shape.N;
  const size_t places = static_cast<size_t>(gemm.shape.M) * gap;
  for (size_t place = first_element(); place < places; place += element_stride()) {
    const size_t at = gemm.c(place / gap, gemm.shape.N + place % gap);
    unsigned now, before = 0xFFFFFFFF;  // Problem::reset_c()
    memcpy(&now, &gemm.C[at], sizeof now);
    if (gemm.shape.beta != 0) memcpy(&before, &gemm.C0[at], sizeof before);
    if (now != before) atomicAdd(&outcome->written_gaps, Counter{1});
  }
}

// Judges the worst place and the first bad element once more, to report their values.
__global__ void explain(Gemm gemm, Projection bx, Outcome* outcome) {
  const size_t per_row = bx.segments > 0 ? bx.segments : gemm.shape.N;
  const size_t places = gemm.shape.M * per_row;
  double worst = -1;
  for (size_t place = outcome->worst & 0xFFFFFFFF; place < places; place += size_t{1} << 32) {
    const int row = place / per_row, rest = place % per_row;
    const Judged judged =
        bx.segments > 0 ? judge_segment(gemm, bx, row, rest) : judge_element(gemm, row, rest);
    if (judged.excess() > worst) outcome->judged_worst = judged;
    worst = fmax(worst, judged.excess());
  }
  if (outcome->first_bad != ~Counter{0})
    outcome->judged_bad =
        judge_element(gemm, outcome->first_bad / gemm.shape.N, outcome->first_bad % gemm.shape.N);
}

}  // namespace

Verification compare(const Problem& problem, VerifyMethod method) {
  Verification result;
  result.method = method;
  const Shape& shape = problem.shape;
  const size_t elements = static_cast<size_t>(shape.M) * shape.N;
  if (method == VerifyMethod::none || elements == 0) return result;

  const Gemm gemm{shape, problem.A.data(), problem.B.data(), problem.C.data(), problem.C0.data()};
  DeviceBuffer<Outcome> found(std::vector<Outcome>(1));
  DeviceBuffer<double> value, magnitude;
  Projection bx{nullptr, nullptr, 0};

  if (method == VerifyMethod::freivalds) {
    bx.segments = ceil_div(shape.N, kSegment);
    const size_t size = static_cast<size_t>(shape.K) * bx.segments;
    bx.value = (value = DeviceBuffer<double>(size)).data();
    bx.magnitude = (magnitude = DeviceBuffer<double>(size)).data();
    if (size > 0)
      launch(project, grid_for(size), kThreads, 0, nullptr, gemm, value.data(), magnitude.data(),
             bx.segments);
    launch(compare_segments, grid_for(static_cast<size_t>(shape.M) * bx.segments), kThreads, 0,
           nullptr, gemm, bx, found.data());
  } else {
    launch(compare_elements, grid_for(elements), kThreads, 0, nullptr, gemm, found.data());
  }
  if (shape.ldc > shape.N)
    launch(compare_gaps, grid_for(shape.size_c() - elements), kThreads, 0, nullptr, gemm,
           found.data());
  launch(explain, 1, 1, 0, nullptr, gemm, bx, found.data());

  const Outcome outcome = found.download()[0];
  result.gaps_intact = outcome.written_gaps == 0;
  result.max_error = fabs(outcome.judged_worst.got - outcome.judged_worst.want);
  result.bound = outcome.judged_worst.bound;
  if (outcome.first_bad != ~Counter{0})
    result.first_bad = BadElement{static_cast<int>(outcome.first_bad / shape.N),
                                  static_cast<int>(outcome.first_bad % shape.N),
                                  outcome.judged_bad.got, outcome.judged_bad.want};
  return result;
}

Verification verify(Problem& problem, Sgemm& sgemm, VerifyMethod method) {
  if (method == VerifyMethod::none && sgemm.launched()) return {};  // has run, and that is all
  problem.reset_c();
  sgemm.run();
  return compare(problem, method);
}

}  // namespace gemm
