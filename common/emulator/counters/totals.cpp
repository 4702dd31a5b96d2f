#include "common/emulator/counters/totals.hpp"

#include <algorithm>
#include <mutex>

namespace emulator {
namespace {

struct Sums {
  std::mutex mutex;
  Tally tally;
  uint64_t barriers = 0;
};

Sums& sums() {
  static Sums& instance = *new Sums;
  return instance;
}

}  // namespace

Totals totals() {
  std::lock_guard lock(sums().mutex);
  Totals result{sums().tally.sites(), sums().barriers};
  std::sort(result.sites.begin(), result.sites.end(),
            [](const SiteTally& a, const SiteTally& b) { return a.key < b.key; });
  return result;
}

void forget_totals() {
  std::lock_guard lock(sums().mutex);
  sums().tally.clear();
  sums().barriers = 0;
}

void add_to_totals(const Tally& tally, uint64_t barriers, uint64_t ran, uint64_t all) {
  std::lock_guard lock(sums().mutex);
  for (SiteTally site : tally.sites()) {
    site.scale(ran, all);
    sums().tally.add(site);
  }
  sums().barriers += scaled(barriers, ran, all);
}

}  // namespace emulator
