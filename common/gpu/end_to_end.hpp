#pragma once
#include "common/problem.hpp"
#include "common/sgemm.hpp"

namespace gemm {

// Milliseconds from operands in page-locked host memory to the result there: copies of A and B (and
// of C where beta is not 0), pack, kernel, unpack, copy of C back; the median of a few repetitions.
// 0, not measured, where the operands exceed 2 GiB: page-locking that much slows the whole host.
// Overwrites problem.C. Throws DeviceError.
double end_to_end_ms(Problem& problem, Sgemm& sgemm);

}  // namespace gemm
