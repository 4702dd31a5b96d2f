#include "common/gpu/timing.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "common/check.hpp"
#include "common/gpu/clock.hpp"
#include "common/gpu/event.hpp"
#include "common/gpu/l2_flush.hpp"
#include "common/gpu/sampler.hpp"

namespace gemm {
namespace {

constexpr double kWarmUp_s = 0.3;       // clocks ramp for some tens of milliseconds
constexpr double kSample_ms = 0.1;      // a sample this long hides the resolution of events
constexpr int kMostLaunches = 32;       // in a sample
constexpr int kSpin = 50'000;           // cycles, about 25 µs: the host reaches the first launch
constexpr int kSpinPerLaunch = 10'000;  // cycles, about 5 µs: and enqueues one more

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

void prepare(const Candidate& candidate) {
  if (candidate.prepare) candidate.prepare();
}

void warm_up(const std::vector<Candidate>& candidates) {
  const Stopwatch watch;
  do {
    for (const Candidate& candidate : candidates) {
      prepare(candidate);
      candidate.launch();
    }
    check(cudaStreamSynchronize(nullptr), "running the kernel");
  } while (watch.seconds() < kWarmUp_s);
}

// Milliseconds per launch. The device is still busy with what comes before the timed launches while
// the host enqueues them, so that the host's speed does not count.
double sample_ms(const Candidate& candidate, L2Flush* flush, bool warm, int launches) {
  if (warm) candidate.launch();
  prepare(candidate);
  if (flush) flush->run();
  spin(kSpin + launches * kSpinPerLaunch);
  const double total_ms = elapsed_ms([&] {
    for (int i = 0; i < launches; ++i) candidate.launch();
  });
  return total_ms / launches;
}

int launches_per_sample(const std::vector<Candidate>& candidates, L2Start l2) {
  const auto needs_preparing = [](const Candidate& c) { return static_cast<bool>(c.prepare); };
  if (l2 == L2Start::flushed || std::any_of(candidates.begin(), candidates.end(), needs_preparing))
    return 1;
  double fastest_ms = std::numeric_limits<double>::infinity();
  for (const Candidate& candidate : candidates)
    fastest_ms = std::min(fastest_ms, sample_ms(candidate, nullptr, false, 1));
  return static_cast<int>(std::clamp(std::ceil(kSample_ms / fastest_ms), 1.0, 1.0 * kMostLaunches));
}

}  // namespace

std::vector<Timing> time_alternately(const std::vector<Candidate>& candidates,
                                     const Sampling& sampling) {
  warm_up(candidates);
  const int launches = launches_per_sample(candidates, sampling.l2);
  std::optional<L2Flush> flush;
  if (sampling.l2 == L2Start::flushed) flush.emplace();

  const size_t count = candidates.size();
  std::vector<std::vector<double>> samples_ms(count);
  const auto sample = [&](size_t i) {
    samples_ms[i].push_back(sample_ms(candidates[i], flush ? &*flush : nullptr,
                                      sampling.l2 == L2Start::warmed, launches));
  };
  const Stopwatch watch;
  const auto finished = [&] {
    return sampling.samples > 0 || enough(samples_ms, watch.seconds(), sampling.min_time_s);
  };
  int taken = 0;
  do {
    const int more = sampling.samples > 0 ? sampling.samples : next_rounds(taken);
    for (const int end = taken + more; taken < end; ++taken)
      for (size_t i = 0; i < count; ++i) sample(taken % 2 == 0 ? i : count - 1 - i);
  } while (!finished());

  std::vector<Timing> timings;
  for (std::vector<double>& samples : samples_ms) timings.push_back(summarize(std::move(samples)));
  return timings;
}

}  // namespace gemm
