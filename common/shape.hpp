#pragma once
#include <cstddef>

namespace gemm {

// A problem C = alpha·op(A)·op(B) + beta·C as BLAS states it, row-major.
struct Shape {
  int M = 0, N = 0, K = 0;
  float alpha = 1, beta = 0;
  bool trans_a = false, trans_b = false;  // op(X) = Xᵀ
  int lda = 0, ldb = 0, ldc = 0;          // elements between rows; at least the row length

  // As stored: A is M×K, or K×M when transposed; B is K×N, or N×K.
  int rows_a() const { return trans_a ? K : M; }
  int cols_a() const { return trans_a ? M : K; }
  int rows_b() const { return trans_b ? N : K; }
  int cols_b() const { return trans_b ? K : N; }

  // Elements that each operand occupies, gaps between rows included.
  size_t size_a() const { return static_cast<size_t>(rows_a()) * lda; }
  size_t size_b() const { return static_cast<size_t>(rows_b()) * ldb; }
  size_t size_c() const { return static_cast<size_t>(M) * ldc; }

  double flop() const { return 2.0 * M * N * K; }
};

// Without gaps between rows, alpha 1 and beta 0.
inline Shape packed_shape(int M, int N, int K, bool trans_a = false, bool trans_b = false) {
  Shape shape;
  shape.M = M, shape.N = N, shape.K = K;
  shape.trans_a = trans_a, shape.trans_b = trans_b;
  shape.lda = shape.cols_a(), shape.ldb = shape.cols_b(), shape.ldc = N;
  return shape;
}

}  // namespace gemm
