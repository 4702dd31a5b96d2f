// Nothing is timed here: configurations are ranked by what they ask of memory.
#include <algorithm>
#include <tuple>

#include "common/backend.hpp"
#include "common/ceiling.hpp"
#include "common/emulator/counters/totals.hpp"
#include "common/emulator/runtime/settings.hpp"
#include "common/error.hpp"
#include "common/progress.hpp"
#include "common/sgemm.hpp"
#include "common/tuning/tuning.hpp"

namespace gemm {
namespace {

constexpr int kSampledBlocks = 9;  // as few as a sample can have
constexpr int kDepth = 256;        // of K; further along it nothing changes but the amount

// Lets launches run a sample of their blocks, and forgets what they asked for at the end.
class Sampled {
 public:
  explicit Sampled(int blocks) : before_(emulator::settings().sample_blocks) {
    sample_blocks(blocks);
  }
  ~Sampled() {
    emulator::settings().sample_blocks = before_;
    emulator::forget_totals();
  }
  Sampled(const Sampled&) = delete;
  Sampled& operator=(const Sampled&) = delete;

 private:
  uint64_t before_;
};

Shape cut_along_k(const Shape& s) {
  Shape shape = packed_shape(s.M, s.N, std::min(s.K, kDepth));
  shape.alpha = s.alpha, shape.beta = s.beta;
  return shape;
}

Trial rank(const Configuration& configuration, Problem& problem, const Model& model) {
  emulator::forget_totals();
  Sgemm sgemm(problem, configuration.tile);
  sgemm.run();
  Counts counted = counts().value();
  counted.ffma = padded_ffma(problem.shape, configuration.tile);
  const Ceiling ceiling =
      ceiling_of(counted, problem.shape, configuration.tile, sgemm.launched().value(), model);
  Trial trial;
  trial.tile = configuration.tile;
  trial.status = TrialStatus::ranked;
  trial.ceiling_tflops = ceiling.tflops;
  trial.limited_by = ceiling.limited_by;
  trial.registers = configuration.registers;
  trial.efficiency = efficiency(configuration, model.sm_count);
  return trial;
}

// The highest ceiling first; of equal ones the fewest registers, then the fullest waves.
bool better(const Trial& a, const Trial& b) {
  return std::tuple(-a.ceiling_tflops, a.registers, -a.efficiency) <
         std::tuple(-b.ceiling_tflops, b.registers, -b.efficiency);
}

}  // namespace

std::optional<Tuning> tune(const Options& options) {
  if (options.tune < Tune::if_unknown) return std::nullopt;
  const Model& model = find_model(options.model);
  std::vector<Configuration> all;
  for (const Tile& tile : options.tiles)
    all.push_back(on_shape(estimate(tile, plan_launch(tile), model), options.shape));
  const size_t shared_bytes = model.shared_kib * size_t{1024};
  const Pruned pruned = prune(all, {model.sm_count, shared_bytes});
  if (pruned.left.empty()) throw DeviceError("No configuration is left to try: choose a --tile.");

  const Sampled sampled(std::max(options.sample_blocks, kSampledBlocks));
  Problem problem(cut_along_k(options.shape), options.init, options.seed);
  Progress progress(static_cast<int>(pruned.left.size()));
  TuningRound round;
  for (const Configuration& configuration : pruned.left) {
    progress.next(name_of(configuration.tile));
    round.trials.push_back(rank(configuration, problem, model));
  }
  std::stable_sort(round.trials.begin(), round.trials.end(), better);

  Tuning tuning;
  tuning.chosen = round.trials.front().tile;
  tuning.configurations = static_cast<int>(all.size());
  tuning.removals = pruned.removals;
  tuning.rounds = {round};
  tuning.model = model.full_name;
  return tuning;
}

}  // namespace gemm
