#pragma once
#include <optional>
#include <string>
#include <vector>

#include "common/options.hpp"
#include "common/tuning/rules.hpp"

namespace gemm {

enum class TrialStatus {
  timed,   // on a GPU
  ranked,  // by its ceiling, on the emulator
  wrong,   // its result is: not timed
  failed,  // could not run
};

// One configuration in one round.
struct Trial {
  Tile tile;
  TrialStatus status = TrialStatus::timed;
  double median_ms = 0, cublas_ms = 0;  // sampled alternately; 0 where not measured
  double ceiling_tflops = 0;            // where ranked
  std::string limited_by;               // the ceiling
  int registers = 0;                    // per thread
  double efficiency = 0;                // of waves, without padding
  std::string note;                     // why it is wrong or failed, as a sentence
};

struct TuningRound {
  int samples = 0;            // of each trial; 0 where nothing is timed
  std::vector<Trial> trials;  // best first, those that do not work last
};

// How a run came to its tile.
struct Tuning {
  Tile chosen;
  int configurations = 0;  // compiled
  std::vector<Removal> removals;
  std::vector<TuningRound> rounds;

  // Where the tile comes from the cache nothing else is known.
  bool from_cache = false;
  std::string tuned_on;  // the date of the record
  std::string cache;     // the file that was read or written; empty for none
  std::string model;     // the GPU whose ceilings rank; empty where times do
};

// The tile for the options' shape: from the cache or from trials, as options.tune says. None where
// neither gives one, and options.tile stands. Compiled once per backend. Throws DeviceError, also
// when no configuration works.
std::optional<Tuning> tune(const Options& options);

// "timed", "ranked", …
const char* to_string(TrialStatus status);
std::vector<std::string> names_of(const std::vector<Tile>& tiles);

// What was removed, a table with a column per round, what does not work, and the choice.
std::string to_text(const Tuning& tuning, const Shape& shape);

}  // namespace gemm
