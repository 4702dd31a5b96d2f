#include "common/gpu/trials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "common/check.hpp"
#include "common/error.hpp"
#include "common/gpu/candidates.hpp"
#include "common/verify.hpp"

namespace gemm {
namespace {

constexpr size_t kGroup = 8;  // tiles

void fail(Trial& trial, const DeviceError& error) {
  trial.status = TrialStatus::failed;
  trial.note = error.what();
  check(cudaDeviceSynchronize(), "going on after a failed configuration");
}

std::string describe(const Verification& verification) {
  if (!verification.first_bad) return "it wrote between the rows of C.";
  const BadElement& bad = *verification.first_bad;
  return fmt::format("row {}, column {} of C is {:.9g} and should be {:.9g}.", bad.row, bad.col,
                     bad.got, bad.want);
}

}  // namespace

Trials::Trials(const Options& options)
    : options_(options), problem_(options.shape, options.init, options.seed) {
  if (!options.compare_cublas) return;
  cublas_.emplace();
  require_fp32(*cublas_);
}

std::vector<Trial> Trials::round(const std::vector<Tile>& tiles, int samples) {
  std::vector<Trial> trials;
  for (size_t first = 0; first < tiles.size(); first += kGroup) {
    const auto begin = tiles.begin() + static_cast<std::ptrdiff_t>(first);
    const auto count = static_cast<std::ptrdiff_t>(std::min(kGroup, tiles.size() - first));
    for (Trial& trial : group({begin, begin + count}, samples)) trials.push_back(std::move(trial));
  }
  return trials;
}

void Trials::verify_once(Sgemm& sgemm, Trial& trial) {
  if (verified_.count(name_of(trial.tile))) return;
  const Verification verification = verify(problem_, sgemm, VerifyMethod::freivalds);
  if (verification.passed()) {
    verified_.insert(name_of(trial.tile));
    return;
  }
  trial.status = TrialStatus::wrong;
  trial.note = describe(verification);
}

std::vector<Trial> Trials::group(const std::vector<Tile>& tiles, int samples) {
  std::vector<Trial> trials;
  std::vector<std::unique_ptr<Sgemm>> runners;  // at addresses that stay
  std::vector<Candidate> candidates;
  std::vector<size_t> timed;  // which trial a candidate is
  for (const Tile& tile : tiles) {
    Trial& trial = trials.emplace_back();
    trial.tile = tile;
    try {
      auto runner = std::make_unique<Sgemm>(problem_, tile);
      verify_once(*runner, trial);
      if (trial.status != TrialStatus::timed) continue;
      candidates.push_back(kernel_candidate(problem_, *runner));
      runners.push_back(std::move(runner));
      timed.push_back(trials.size() - 1);
    } catch (const DeviceError& error) {
      fail(trial, error);
    }
  }
  if (timed.empty()) return trials;
  if (cublas_) candidates.push_back(cublas_candidate(problem_, *cublas_));

  const Sampling sampling{0, l2_start(problem_, options_.l2), samples};
  const std::vector<Timing> timings = time_alternately(candidates, sampling);
  for (size_t i = 0; i < timed.size(); ++i) {
    trials[timed[i]].median_ms = timings[i].median_ms;
    if (cublas_) trials[timed[i]].cublas_ms = timings.back().median_ms;
  }
  return trials;
}

std::optional<double> score(const Trial& trial) {
  if (trial.status != TrialStatus::timed) return std::nullopt;
  return trial.cublas_ms > 0 ? trial.median_ms / trial.cublas_ms : trial.median_ms;
}

}  // namespace gemm
