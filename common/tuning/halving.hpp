#pragma once
#include <functional>
#include <optional>
#include <vector>

namespace gemm {

// Scores `candidates` (numbers) from `samples` samples of each, interleaved: lower is better, none
// for one that does not work. In the order of the candidates.
using ScoreRound = std::function<std::vector<std::optional<double>>(
    const std::vector<int>& candidates, int samples)>;

struct Ranked {
  int candidate;
  double score;
};
struct HalvingRound {
  int samples = 0;              // of each
  std::vector<Ranked> ranking;  // best first; equals in the order of their numbers
};

// Successive halving of the candidates 0, 1, …, count − 1: each round scores all that are left, drops
// those without a score and the worse half, and the next takes twice as many samples. Ends when one
// is left after at least one round, or none. The best is the first of the last round.
std::vector<HalvingRound> halve(int count, int first_samples, const ScoreRound& score);

// Samples of each in a round that may take `round_ms` where one sample of all takes `sample_ms` (0: not
// known): `samples`, or as many as there is time for, but at least `first_samples`.
int affordable_samples(int samples, int first_samples, double sample_ms, double round_ms);

// How many rounds halve() takes at most.
int rounds_of(int count);

}  // namespace gemm
