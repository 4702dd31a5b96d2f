#include "common/tuning/rules.hpp"

#include <algorithm>
#include <functional>

namespace gemm {
namespace {

constexpr int kLeastThreads = 64, kMostThreads = 1024;
constexpr double kLeastEfficiency = 0.5;  // of the best one's

bool shared_equally(const Configuration& c) {
  const Tile& t = c.tile;
  return t.BM * t.BN % c.threads == 0 && t.BM * t.BK % c.threads == 0 &&
         t.BK * t.BN % c.threads == 0;
}

bool reads_keep_up(const Configuration& c) { return shared_load_ratio(c.tile, c.threads) <= 1; }

class Pruning {
 public:
  explicit Pruning(std::vector<Configuration> configurations) { left_ = std::move(configurations); }

  const std::vector<Configuration>& left() const { return left_; }

  // Keeps those that `stays` says of, judged among all that the rules before have left.
  void apply(const char* rule, const char* reason,
             const std::function<bool(const Configuration&)>& stays) {
    std::vector<Configuration> kept;
    Removal removal{rule, reason, {}};
    for (const Configuration& c : left_)
      if (stays(c))
        kept.push_back(c);
      else
        removal.tiles.push_back(name_of(c.tile));
    left_ = std::move(kept);
    removals_.push_back(std::move(removal));
  }

  Pruned result() && { return {std::move(left_), std::move(removals_)}; }

 private:
  std::vector<Configuration> left_;
  std::vector<Removal> removals_;
};

}  // namespace

Pruned prune(std::vector<Configuration> configurations, const TuningLimits& limits) {
  const auto use = [&](const Configuration& c) { return efficiency(c, limits.sm_count); };
  Pruning pruning(std::move(configurations));
  pruning.apply("threads", "a block has less than 64 or more than 1024 threads",
                [](const Configuration& c) {
                  return c.threads >= kLeastThreads && c.threads <= kMostThreads;
                });
  pruning.apply("divisibility", "the threads cannot share the tiles equally", shared_equally);
  pruning.apply("spills", "a thread needs more registers than it can have",
                [](const Configuration& c) { return !c.spills; });
  pruning.apply("shared memory", "a block needs more than it can have",
                [&](const Configuration& c) {
                  return c.shared_bytes <= limits.shared_bytes && c.blocks_per_sm > 0;
                });
  pruning.apply("shared loads",
                "they take longer than the multiply-adds, and another uses the SMs as well",
                [&](const Configuration& c) {
                  const auto& all = pruning.left();
                  return reads_keep_up(c) ||
                         std::none_of(all.begin(), all.end(), [&](const Configuration& other) {
                           return reads_keep_up(other) && use(other) >= use(c);
                         });
                });
  pruning.apply("waves", "blocks use the SMs less than half as well as the best one's",
                [&](const Configuration& c) {
                  double best = 0;
                  for (const Configuration& other : pruning.left())
                    best = std::max(best, use(other));
                  return use(c) >= kLeastEfficiency * best;
                });
  return std::move(pruning).result();
}

}  // namespace gemm
