#pragma once
#include <optional>
#include <string>

#include "common/options.hpp"
#include "common/problem.hpp"
#include "common/sgemm.hpp"

namespace gemm {

// An element of C that is further from the reference than its bound.
struct BadElement {
  int row, col;
  double got, want;
};

struct Verification {
  VerifyMethod method = VerifyMethod::none;
  double max_error = 0;                 // |c − ref| where it is largest relative to its bound
  double bound = 0;                     // the bound there
  std::optional<BadElement> first_bad;  // in row-major order
  bool gaps_intact = true;              // nothing was written between the rows of C

  bool passed() const { return !first_bad && gaps_intact; }
};

// Resets C to its start (NaN where beta is 0), runs, and compares C with the reference.
Verification verify(Problem& problem, Sgemm& sgemm, VerifyMethod method);

// Compares problem.C as it is with alpha·op(A)·op(B) + beta·C0.
//
// fp64: element by element with an FP64 dot product. Accepted is
//   |c − ref| ≤ γ·(|alpha|·(|op(A)|·|op(B)|) + |beta·C0|) + (K + 3)·2⁻¹⁴⁹·max(1, |alpha|)
// with γ = (K + 3)·u / (1 − (K + 3)·u) and u = 2⁻²⁴: the forward error bound of a dot product summed
// in any order (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 3.1), with
// three more roundings for alpha, beta and their sum, and the absolute error of underflow.
// Non-finite values must be where the reference has them; where the magnitudes exceed FP32's range,
// an overflow is accepted too.
//
// freivalds: the same for C·X against alpha·op(A)·(op(B)·X) + beta·C0·X, where X adds up segments of
// 32 columns with random weights, at a thirtieth of the work. A doubtful segment is compared
// element by element.
Verification compare(const Problem& problem, VerifyMethod method);

}  // namespace gemm
