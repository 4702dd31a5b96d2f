#pragma once
// Products that a test runs and compares with FP64.
#include <string>

#include "common/backend.hpp"
#include "common/problem.hpp"
#include "common/sgemm.hpp"
#include "common/verify.hpp"
#include "tests/catch.hpp"

namespace gemm {

struct Extents {
  int M, N, K;
};

// Rows longer than needed where `gap` is set.
inline Shape shape_of(Extents e, bool trans_a, bool trans_b, bool gap) {
  Shape shape = packed_shape(e.M, e.N, e.K, trans_a, trans_b);
  if (gap) shape.lda += 3, shape.ldb += 5, shape.ldc += 1;
  return shape;
}

inline std::string describe(const Shape& s, const Tile& tile) {
  return name_of(tile) + ": " + std::to_string(s.M) + "×" + std::to_string(s.N) + "×" +
         std::to_string(s.K) + (s.trans_a ? " Aᵀ" : "") + (s.trans_b ? " Bᵀ" : "") + " ld " +
         std::to_string(s.lda) + " " + std::to_string(s.ldb) + " " + std::to_string(s.ldc) +
         " alpha " + std::to_string(s.alpha) + " beta " + std::to_string(s.beta);
}

// Products verified so far, for the record.
inline int& cases_run() {
  static int count = 0;
  return count;
}

// Runs and verifies one product; the checker must have found nothing.
inline void check_run(Problem& problem, const Tile& tile,
                      VerifyMethod method = VerifyMethod::fp64) {
  Sgemm sgemm(problem, tile);
  const Verification v = verify(problem, sgemm, method);
  const BadElement bad = v.first_bad.value_or(BadElement{-1, -1, 0, 0});
  INFO(describe(problem.shape, tile) << "; first bad row " << bad.row << ", column " << bad.col
                                     << ": " << bad.got << ", should be " << bad.want);
  CHECK(v.passed());
  if (const auto found = checker()) CHECK(found->findings.empty());
  ++cases_run();
}

inline void check_shape(const Shape& shape, const Tile& tile, Init init = Init::uniform,
                        VerifyMethod method = VerifyMethod::fp64) {
  Problem problem(shape, init, 7);
  check_run(problem, tile, method);
}

}  // namespace gemm
