#pragma once
#include <cstdint>
#include <vector>

#include "common/emulator/runtime/settings.hpp"

namespace emulator {

// The order in which the threads of a block get their turns: warp after warp, and within a warp
// lane after lane.
struct ThreadOrder {
  std::vector<unsigned> warps;
  std::vector<unsigned> lanes;  // 0 … 31
};

// The random order depends on the seed and on the block's number only.
ThreadOrder thread_order(const Settings& settings, uint64_t block, unsigned warps);

}  // namespace emulator
