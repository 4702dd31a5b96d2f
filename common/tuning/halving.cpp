#include "common/tuning/halving.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gemm {

std::vector<HalvingRound> halve(int count, int first_samples, const ScoreRound& score) {
  std::vector<int> left(static_cast<size_t>(count));
  std::iota(left.begin(), left.end(), 0);
  std::vector<HalvingRound> rounds;
  for (int samples = first_samples; rounds.empty() ? !left.empty() : left.size() > 1;
       samples *= 2) {
    HalvingRound round{samples, {}};
    const std::vector<std::optional<double>> scores = score(left, samples);
    for (size_t i = 0; i < left.size(); ++i)
      if (scores[i] && std::isfinite(*scores[i])) round.ranking.push_back({left[i], *scores[i]});
    std::stable_sort(round.ranking.begin(), round.ranking.end(),
                     [](const Ranked& a, const Ranked& b) { return a.score < b.score; });
    left.clear();
    for (size_t i = 0; i < (round.ranking.size() + 1) / 2; ++i)
      left.push_back(round.ranking[i].candidate);
    std::sort(left.begin(), left.end());
    rounds.push_back(std::move(round));
  }
  return rounds;
}

int affordable_samples(int samples, int first_samples, double sample_ms, double round_ms) {
  if (samples * sample_ms <= round_ms) return samples;
  return std::max(first_samples, static_cast<int>(round_ms / sample_ms));
}

int rounds_of(int count) {
  int rounds = count > 0 ? 1 : 0;
  for (int left = (count + 1) / 2; left > 1; left = (left + 1) / 2) ++rounds;
  return rounds;
}

}  // namespace gemm
