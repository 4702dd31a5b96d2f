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

void add_to_totals(const Tally& tally, uint64_t barriers) {
  std::lock_guard lock(sums().mutex);
  for (const SiteTally& site : tally.sites()) sums().tally.add(site);
  sums().barriers += barriers;
}

}  // namespace emulator
