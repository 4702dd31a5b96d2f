#pragma once
#include <cstdint>

namespace emulator {

enum class LaneOrder { forward, reverse, random };

// How the next launches run. Set before them, by the thread that launches.
struct Settings {
  LaneOrder lane_order = LaneOrder::forward;  // in which a warp's lanes, and a block's warps, run
  uint64_t seed = 1;                          // of the random order
  bool counting = true;                       // add up what memory is asked for
  uint64_t sample_blocks = 0;  // run so many blocks of counted kernels, for all; 0: run all
  int block_seconds = 30;      // CPU time after which a block is taken for one that never ends
};
Settings& settings();

// The environment variable that sets block_seconds.
constexpr char kBlockSeconds[] = "EMULATOR_BLOCK_SECONDS";

}  // namespace emulator
