#pragma once
#include <string>

#include "common/gpu/cublas.hpp"
#include "common/gpu/timing.hpp"
#include "common/problem.hpp"
#include "common/sgemm.hpp"

namespace gemm {

// What is timed against each other for a problem. The candidates keep references to what they get.

// The stage's kernel, packed operands included in what is there before. Throws DeviceError.
Candidate kernel_candidate(Problem& problem, Sgemm& sgemm);

Candidate cublas_candidate(Problem& problem, Cublas& cublas);

// How samples of the problem start, where `wanted` is asked for.
L2Start l2_start(const Problem& problem, L2State wanted);

// What cuBLAS computes in: "fp32". Throws DeviceError when it is anything else.
std::string require_fp32(Cublas& cublas);

}  // namespace gemm
