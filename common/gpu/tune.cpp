// Tiles by time: from the cache, or by successive halving of what the rules leave.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>

#include "common/backend.hpp"
#include "common/error.hpp"
#include "common/gpu/device.hpp"
#include "common/gpu/trials.hpp"
#include "common/progress.hpp"
#include "common/tuning/cache.hpp"
#include "common/tuning/halving.hpp"

namespace gemm {
namespace {

constexpr int kFirstSamples = 5;
constexpr double kRoundMs = 5000;  // kernel time that a round after the first may take

TuningKey key_of(const Options& options) {
  const DeviceInfo device = describe_device();
  const Shape& s = options.shape;
  return {options.kernel_hash, device.name, device.driver, device.runtime, s.M, s.N, s.K};
}

std::string now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

Tile find_tile(const std::vector<Tile>& tiles, const std::string& name) {
  return *std::find_if(tiles.begin(), tiles.end(),
                       [&](const Tile& tile) { return name_of(tile) == name; });
}

std::optional<Tuning> from_cache(const Options& options, const std::string& path) {
  const auto record = find_best(path, key_of(options), names_of(options.tiles));
  if (!record) return std::nullopt;
  Tuning tuning;
  tuning.chosen = find_tile(options.tiles, record->tile);
  tuning.from_cache = true;
  tuning.tuned_on = record->date;
  tuning.cache = path;
  return tuning;
}

Configuration describe(const Tile& tile, const Shape& shape) {
  const LaunchInfo info = plan_launch(tile);
  const LaunchFacts facts = describe_launch(info);
  Configuration made;
  made.tile = tile;
  made.threads = static_cast<int>(info.block.x * info.block.y * info.block.z);
  made.registers = facts.registers;
  made.spills = facts.local_bytes > 0;
  made.shared_bytes = facts.shared_bytes;
  made.blocks_per_sm = facts.blocks_per_sm;
  return on_shape(made, shape);
}

Pruned prune_for_device(const Options& options) {
  std::vector<Configuration> all;
  for (const Tile& tile : options.tiles) all.push_back(describe(tile, options.shape));
  const int shared_bytes = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  return prune(all, {sm_count(), static_cast<size_t>(shared_bytes)});
}

// Rounds of trials, best first.
std::vector<TuningRound> run_rounds(const Options& options,
                                    const std::vector<Configuration>& configurations) {
  Trials trials(options);
  std::vector<TuningRound> rounds;
  const int count = static_cast<int>(configurations.size());
  Progress progress(rounds_of(count));
  std::vector<double> launch_ms(configurations.size());  // in the last round
  halve(count, kFirstSamples, [&](const std::vector<int>& candidates, int wanted) {
    std::vector<Tile> tiles;
    double sample_ms = 0;
    for (const int candidate : candidates) {
      tiles.push_back(configurations[static_cast<size_t>(candidate)].tile);
      sample_ms += launch_ms[static_cast<size_t>(candidate)];
    }
    const int samples = affordable_samples(wanted, kFirstSamples, sample_ms, kRoundMs);
    progress.next(fmt::format("{} tiles, {} samples each", candidates.size(), samples));
    TuningRound round{samples, trials.round(tiles, samples)};
    std::vector<std::optional<double>> scores;
    for (size_t i = 0; i < candidates.size(); ++i) {
      scores.push_back(score(round.trials[i]));
      launch_ms[static_cast<size_t>(candidates[i])] = round.trials[i].median_ms;
    }
    std::stable_sort(round.trials.begin(), round.trials.end(), [](const Trial& a, const Trial& b) {
      return score(a).value_or(HUGE_VAL) < score(b).value_or(HUGE_VAL);
    });
    rounds.push_back(std::move(round));
    return scores;
  });
  return rounds;
}

// A line for each trial, and one for the outcome, which is the first trial of the last round.
std::vector<TuningRecord> records_of(const Options& options,
                                     const std::vector<TuningRound>& rounds) {
  const TuningKey key = key_of(options);
  const std::string date = now();
  std::vector<TuningRecord> records;
  const auto add = [&](const Trial& trial, const char* status, size_t round) {
    records.push_back({key, date, name_of(trial.tile), status, static_cast<int>(round) + 1,
                       rounds[round].samples, trial.median_ms, trial.cublas_ms});
  };
  for (size_t i = 0; i < rounds.size(); ++i)
    for (const Trial& trial : rounds[i].trials) add(trial, to_string(trial.status), i);
  add(rounds.back().trials.front(), "best", rounds.size() - 1);
  return records;
}

Tuning by_trials(const Options& options, const std::string& path) {
  const Pruned pruned = prune_for_device(options);
  if (pruned.left.empty()) throw DeviceError("No configuration is left to try: choose a --tile.");
  Tuning tuning;
  tuning.configurations = static_cast<int>(options.tiles.size());
  tuning.removals = pruned.removals;
  tuning.rounds = run_rounds(options, pruned.left);
  const Trial& best = tuning.rounds.back().trials.front();
  if (best.status != TrialStatus::timed)
    throw DeviceError(fmt::format("No configuration works; {}: {}", name_of(best.tile), best.note));
  tuning.chosen = best.tile;
  if (!path.empty() && append_records(path, records_of(options, tuning.rounds)))
    tuning.cache = path;
  else
    fmt::print(stderr, "{}: the result of tuning could not be kept: use --cache FILE.\n",
               options.stage);
  return tuning;
}

}  // namespace

std::optional<Tuning> tune(const Options& options) {
  if (options.tune == Tune::never || options.tiles.size() < 2) return std::nullopt;
  const std::string path = options.cache.empty() ? tuning_cache_path() : options.cache;
  if (options.tune != Tune::anew)
    if (auto known = from_cache(options, path)) return known;
  if (options.tune == Tune::if_known) return std::nullopt;
  return by_trials(options, path);
}

}  // namespace gemm
