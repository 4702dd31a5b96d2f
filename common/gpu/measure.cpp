#include "common/measure.hpp"

#include "common/gpu/candidates.hpp"
#include "common/gpu/ceilings.hpp"
#include "common/gpu/clock.hpp"
#include "common/gpu/end_to_end.hpp"
#include "common/gpu/roofline.hpp"
#include "common/gpu/timing.hpp"

namespace gemm {
namespace {

bool has_product(const Shape& s) { return s.M > 0 && s.N > 0 && s.K > 0 && s.alpha != 0; }

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
