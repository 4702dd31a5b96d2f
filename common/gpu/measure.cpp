#include "common/measure.hpp"

#include <fmt/format.h>

#include "common/error.hpp"
#include "common/gpu/ceilings.hpp"
#include "common/gpu/clock.hpp"
#include "common/gpu/cublas.hpp"
#include "common/gpu/device.hpp"
#include "common/gpu/end_to_end.hpp"
#include "common/gpu/precision_probe.hpp"
#include "common/gpu/roofline.hpp"
#include "common/gpu/timing.hpp"

namespace gemm {
namespace {

bool has_product(const Shape& s) { return s.M > 0 && s.N > 0 && s.K > 0 && s.alpha != 0; }

// Operands that the L2 cannot hold are timed as they come: nothing is flushed, nothing kept.
L2Start l2_start(const Problem& problem, L2State wanted) {
  const size_t operands = problem.A.bytes() + problem.B.bytes() + problem.C.bytes();
  if (operands > l2_bytes()) return L2Start::as_left;
  return wanted == L2State::cold ? L2Start::flushed : L2Start::warmed;
}

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

std::string require_fp32(Cublas& cublas) {
  const std::string math = probe_math(cublas);
  if (math != "fp32")
    throw DeviceError(
        fmt::format("cuBLAS computes in {} where FP32 was asked for: use --compare none.", math));
  return math;
}

}  // namespace

Measurement measure(Problem& problem, Sgemm& sgemm, const Options& options) {
  if (!has_product(problem.shape)) return {};

  Measurement result;
  std::vector<Candidate> candidates = {kernel_candidate(problem, sgemm)};
  std::optional<Cublas> cublas;
  if (options.compare_cublas) {
    cublas.emplace();
    result.cublas = CublasTiming{{}, Cublas::version(), require_fp32(*cublas)};
    candidates.push_back(cublas_candidate(problem, *cublas));
  }

  const Sampling sampling{options.min_time, l2_start(problem, options.l2)};
  const std::vector<Timing> timings = time_alternately(candidates, sampling);
  result.timing.emplace();
  result.timing->clock_mhz = sm_clock_mhz();
  result.timing->kernel = timings.front();
  result.timing->l2 = sampling.l2 == L2Start::flushed ? L2State::cold : L2State::hot;
  result.timing->end_to_end_ms = end_to_end_ms(problem, sgemm);
  if (result.cublas) result.cublas->kernel = timings.back();
  if (options.roofline)
    result.roofline =
        roofline(problem.shape, options.tile, device_ceilings(), timings.front().median_ms);
  return result;
}

}  // namespace gemm
