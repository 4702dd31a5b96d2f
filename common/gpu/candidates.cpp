#include "common/gpu/candidates.hpp"

#include <fmt/format.h>

#include "common/error.hpp"
#include "common/gpu/device.hpp"
#include "common/gpu/precision_probe.hpp"

namespace gemm {

// With beta ≠ 0 each launch adds to C: every sample starts from the same C, or C would grow.
Candidate kernel_candidate(Problem& problem, Sgemm& sgemm) {
  sgemm.pack();
  Candidate candidate;
  candidate.launch = [&sgemm] { sgemm.kernel(); };
  if (problem.shape.beta != 0)
    candidate.prepare = [&] {
      problem.reset_c();
      sgemm.pack();
    };
  return candidate;
}

Candidate cublas_candidate(Problem& problem, Cublas& cublas) {
  Candidate candidate;
  candidate.launch = [&] {
    cublas.sgemm(problem.shape, problem.A.data(), problem.B.data(), problem.C.data());
  };
  if (problem.shape.beta != 0) candidate.prepare = [&problem] { problem.reset_c(); };
  return candidate;
}

// Operands that the L2 cannot hold are timed as they come: nothing is flushed, nothing kept.
L2Start l2_start(const Problem& problem, L2State wanted) {
  const size_t operands = problem.A.bytes() + problem.B.bytes() + problem.C.bytes();
  if (operands > l2_bytes()) return L2Start::as_left;
  return wanted == L2State::cold ? L2Start::flushed : L2Start::warmed;
}

std::string require_fp32(Cublas& cublas) {
  const std::string math = probe_math(cublas);
  if (math != "fp32")
    throw DeviceError(
        fmt::format("cuBLAS computes in {} where FP32 was asked for: use --compare none.", math));
  return math;
}

}  // namespace gemm
