#include "common/gpu/sampler.hpp"

#include <algorithm>
#include <cmath>

namespace gemm {
namespace {

constexpr double kStable = 0.002;    // relative difference of two medians
constexpr int kStableRounds = 30;    // fewer say nothing about stability
constexpr double kMostPatience = 4;  // times the minimum time
constexpr int kBatch = 5;            // rounds

double median(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  return percentile(samples, 0.5);
}

}  // namespace

double percentile(const std::vector<double>& sorted, double fraction) {
  if (sorted.empty()) return 0;
  const double position = fraction * static_cast<double>(sorted.size() - 1);
  const size_t below = static_cast<size_t>(position);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], position - static_cast<double>(below));
}

Timing summarize(std::vector<double> samples_ms) {
  std::sort(samples_ms.begin(), samples_ms.end());
  Timing timing;
  timing.median_ms = percentile(samples_ms, 0.5);
  timing.p10_ms = percentile(samples_ms, 0.1);
  timing.p90_ms = percentile(samples_ms, 0.9);
  timing.samples = static_cast<int>(samples_ms.size());
  return timing;
}

bool is_stable(const std::vector<double>& samples_ms) {
  const auto middle = samples_ms.begin() + static_cast<std::ptrdiff_t>(samples_ms.size() / 2);
  const double first = median({samples_ms.begin(), middle});
  const double second = median({middle, samples_ms.end()});
  return std::abs(first - second) <= kStable * second;
}

int next_rounds(int taken) { return std::max(kBatch, taken / 4); }

bool enough(const std::vector<std::vector<double>>& samples_ms, double elapsed_s,
            double min_time_s) {
  if (elapsed_s >= kMostPatience * min_time_s) return true;
  if (elapsed_s < min_time_s || samples_ms.front().size() < kStableRounds) return false;
  return std::all_of(samples_ms.begin(), samples_ms.end(), is_stable);
}

}  // namespace gemm
