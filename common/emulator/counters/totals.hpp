#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "common/emulator/counters/tally.hpp"

namespace emulator {

// What all launches since the program started, or since forget_totals(), asked of memory.
struct Totals {
  std::vector<SiteTally> sites;  // by site and kind, in the order of the keys
  uint64_t barriers = 0;         // passed by blocks
};
Totals totals();
void forget_totals();

// Adds what `ran` blocks asked for, which stand for `all`.
void add_to_totals(const Tally& tally, uint64_t barriers, uint64_t ran, uint64_t all);

}  // namespace emulator
