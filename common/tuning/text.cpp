// A tuning in words and as a table.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "common/tuning/tuning.hpp"

namespace gemm {
namespace {

bool works(const Trial& trial) {
  return trial.status == TrialStatus::timed || trial.status == TrialStatus::ranked;
}

// "3 by spills: a thread … (64x64x8_4x4, …)"
std::string removal_line(const Removal& removal) {
  constexpr size_t kNamed = 3;
  const auto& tiles = removal.tiles;
  std::string names;
  for (size_t i = 0; i < tiles.size() && i < kNamed; ++i) names += (i ? ", " : "") + tiles[i];
  if (tiles.size() > kNamed) names += ", …";
  return fmt::format("pruned    {:>2} by {}: {}{}\n", tiles.size(), removal.rule, removal.reason,
                     names.empty() ? "" : " (" + names + ")");
}

// A trial in its round: the speed relative to cuBLAS where that was sampled, else the rate.
std::string cell(const Trial& trial, const Shape& shape) {
  if (!works(trial)) return to_string(trial.status);
  if (trial.cublas_ms > 0) return fmt::format("{:.3f}", trial.cublas_ms / trial.median_ms);
  return fmt::format("{:.3g}", shape.flop() / trial.median_ms / 1e9);
}

const Trial* find(const TuningRound& round, const Tile& tile) {
  const auto found = std::find_if(round.trials.begin(), round.trials.end(),
                                  [&](const Trial& t) { return name_of(t.tile) == name_of(tile); });
  return found == round.trials.end() ? nullptr : &*found;
}

// The tiles, those that came furthest first.
std::vector<Tile> standings(const std::vector<TuningRound>& rounds) {
  std::vector<Tile> tiles;
  for (size_t r = rounds.size(); r-- > 0;)
    for (const Trial& trial : rounds[r].trials)
      if (r + 1 == rounds.size() || !find(rounds[r + 1], trial.tile)) tiles.push_back(trial.tile);
  return tiles;
}

// One row per configuration, one column per round.
std::string time_table(const std::vector<TuningRound>& rounds, const Shape& shape) {
  std::string text = fmt::format("\n{:<22}", "samples of each");
  for (const TuningRound& round : rounds) text += fmt::format("{:>8}", round.samples);
  text += fmt::format("{:>10}\n", "TFLOP/s");
  for (const Tile& tile : standings(rounds)) {
    text += fmt::format("{:<22}", name_of(tile));
    const Trial* last = nullptr;
    for (const TuningRound& round : rounds) {
      const Trial* trial = find(round, tile);
      text += fmt::format("{:>8}", trial ? cell(*trial, shape) : "");
      if (trial && works(*trial)) last = trial;
    }
    if (last) text += fmt::format("{:>10.3g}", shape.flop() / last->median_ms / 1e9);
    text += "\n";
  }
  const bool compared = rounds.front().trials.front().cublas_ms > 0;
  return text + fmt::format("by round: {}; TFLOP/s in the last one\n\n",
                            compared ? "times as fast as cuBLAS beside it" : "TFLOP/s");
}

std::string ceiling_table(const TuningRound& round) {
  std::string text = fmt::format("\n{:<22}{:>10}  {:<26}{:>9}{:>7}\n", "tile", "TFLOP/s",
                                 "at most, limited by", "registers", "waves");
  for (const Trial& trial : round.trials) {
    if (!works(trial)) continue;
    text += fmt::format("{:<22}{:>10.3g}  {:<26}{:>9}{:>6.0f}%\n", name_of(trial.tile),
                        trial.ceiling_tflops, trial.limited_by, trial.registers,
                        100 * trial.efficiency);
  }
  return text +
         "registers: estimated, per thread; waves: part of the SMs' time that has blocks to "
         "run\n\n";
}

std::string failures(const std::vector<TuningRound>& rounds) {
  std::string text;
  for (const TuningRound& round : rounds)
    for (const Trial& trial : round.trials)
      if (!works(trial))
        text += fmt::format("dropped   {}, {}: {}\n", name_of(trial.tile), to_string(trial.status),
                            trial.note);
  return text;
}

}  // namespace

const char* to_string(TrialStatus status) {
  switch (status) {
    case TrialStatus::timed:
      return "timed";
    case TrialStatus::ranked:
      return "ranked";
    case TrialStatus::wrong:
      return "wrong";
    case TrialStatus::failed:
      return "failed";
  }
  return "?";
}

std::vector<std::string> names_of(const std::vector<Tile>& tiles) {
  std::vector<std::string> names;
  for (const Tile& tile : tiles) names.push_back(name_of(tile));
  return names;
}

std::string to_text(const Tuning& tuning, const Shape& shape) {
  const std::string chosen = name_of(tuning.chosen);
  if (tuning.from_cache)
    return fmt::format("tile      {} from the cache: tuned on {} ({})\n", chosen, tuning.tuned_on,
                       tuning.cache);
  const TuningRound& first = tuning.rounds.front();
  std::string text =
      fmt::format("tuning    {} of {} configurations to try for {}×{}×{}\n", first.trials.size(),
                  tuning.configurations, shape.M, shape.N, shape.K);
  for (const Removal& removal : tuning.removals) text += removal_line(removal);
  if (!tuning.model.empty()) {
    text += fmt::format("ranked    by their ceilings on {}, not by time: nothing is timed here\n",
                        tuning.model);
    text += ceiling_table(first);
  } else {
    text += time_table(tuning.rounds, shape);
  }
  text += failures(tuning.rounds);
  text += fmt::format("tile      {}\n", chosen);
  if (!tuning.cache.empty()) text += fmt::format("          kept in {}\n", tuning.cache);
  return text;
}

}  // namespace gemm
