#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "common/problem.hpp"

// alpha·op(A)·op(B) + beta·C0 by a plain loop on the host in long double, and the error that
// verify.hpp allows: written apart from common/verify.cu, to check it.
struct Reference {
  explicit Reference(const gemm::Problem& problem)
      : shape(problem.shape),
        A(problem.A.download()),
        B(problem.B.download()),
        C0(problem.C0.download()) {}

  long double a(int row, int k) const {
    return shape.trans_a ? A[static_cast<size_t>(k) * shape.lda + row]
                         : A[static_cast<size_t>(row) * shape.lda + k];
  }
  long double b(int k, int col) const {
    return shape.trans_b ? B[static_cast<size_t>(col) * shape.ldb + k]
                         : B[static_cast<size_t>(k) * shape.ldb + col];
  }
  long double c0(int row, int col) const { return C0[static_cast<size_t>(row) * shape.ldc + col]; }

  long double want(int row, int col) const {
    long double product = 0;
    if (shape.alpha != 0)
      for (int k = 0; k < shape.K; ++k) product += shape.alpha * a(row, k) * b(k, col);
    return shape.beta == 0 ? product : product + shape.beta * c0(row, col);
  }

  long double bound(int row, int col) const {
    long double magnitude = 0;
    if (shape.alpha != 0)
      for (int k = 0; k < shape.K; ++k) magnitude += std::fabs(shape.alpha * a(row, k) * b(k, col));
    if (shape.beta != 0) magnitude += std::fabs(shape.beta * c0(row, col));
    const long double u = std::ldexp(1.0L, -24), tiny = std::ldexp(1.0L, -149);
    const long double n = shape.K + 3;
    return n * u / (1 - n * u) * magnitude + n * tiny * std::max(1.0f, std::fabs(shape.alpha));
  }

  gemm::Shape shape;
  std::vector<float> A, B, C0;
};
