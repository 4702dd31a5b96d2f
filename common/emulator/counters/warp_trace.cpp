#include "common/emulator/counters/warp_trace.hpp"

#include <algorithm>

namespace emulator {
namespace {

// Requests of one site that may wait, so that memory stays bounded. Lanes that are further apart
// count as requests of their own.
constexpr size_t kMostWaiting = 4096;

uint32_t bit(unsigned lane) { return uint32_t{1} << lane; }

}  // namespace

void WarpTrace::match(LaneAccesses& accesses, uint32_t finished, bool at_barrier, Tally& tally) {
  uint32_t present = 0;
  unsigned longest = 0, shortest = kWindow;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const unsigned count = accesses.count[lane];
    longest = std::max(longest, count);
    if (count > 0) present |= bit(lane);
    if (count > 0) shortest = std::min(shortest, count);
  }
  // A lane that has no access yet may join one that others have made, unless it can add none.
  if (!at_barrier && (present | finished) != 0xffffffff) shortest = 0;

  unsigned matched = 0;
  if (!apart_ && present != 0) matched = match_in_step(accesses, present, shortest, tally);
  if (matched < longest) {
    apart_ = true;
    match_apart(accesses, matched, finished, tally);
  }
  for (unsigned& count : accesses.count) count = 0;
  if (at_barrier) {
    if (apart_) complete(0xffffffff, tally);
    sites_.clear();
    apart_ = false;
  }
}

// Matches the first accesses of all `lanes` as long as they are alike, `count` at most. Returns how
// many.
unsigned WarpTrace::match_in_step(const LaneAccesses& accesses, uint32_t lanes, unsigned count,
                                  Tally& tally) const {
  WarpRequest request;
  request.active = lanes;
  request.warp = warp_;
  const unsigned leader = __builtin_ctz(lanes);
  for (unsigned i = 0; i < count; ++i) {
    const uint64_t key = accesses.of[leader][i].key();
    bool alike = true;
    if (lanes == 0xffffffff) {
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        alike &= accesses.of[lane][i].key() == key;
        request.address[lane] = accesses.of[lane][i].address();
      }
    } else {
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        if (!(lanes & bit(lane))) continue;
        alike &= accesses.of[lane][i].key() == key;
        request.address[lane] = accesses.of[lane][i].address();
      }
    }
    if (!alike) return i;
    request.bytes = kind_of(key).bytes();
    tally.add(key, request);
  }
  return count;
}

void WarpTrace::match_apart(const LaneAccesses& accesses, unsigned from, uint32_t finished,
                            Tally& tally) {
  for (unsigned lane = 0; lane < kLanes; ++lane)
    for (unsigned i = from; i < accesses.count[lane]; ++i) put(accesses.of[lane][i], lane, tally);
  complete(finished, tally);
}

void WarpTrace::put(const Access& access, unsigned lane, Tally& tally) {
  Site& site = sites_[access.key()];
  const uint32_t occurrence = site.passed[lane]++;
  WarpRequest request;
  request.bytes = kind_of(access.key()).bytes();
  request.warp = warp_;
  if (occurrence < site.first) {  // the others did not wait
    request.active = bit(lane);
    request.address[lane] = access.address();
    tally.add(access.key(), request);
    return;
  }
  while (site.first + site.waiting.size() <= occurrence) site.waiting.push_back(request);
  WarpRequest& waiting = site.waiting[occurrence - site.first];
  waiting.active |= bit(lane);
  waiting.address[lane] = access.address();
}

void WarpTrace::complete(uint32_t finished, Tally& tally) {
  for (auto& [key, site] : sites_)
    while (!site.waiting.empty() && ((site.waiting.front().active | finished) == 0xffffffff ||
                                     site.waiting.size() > kMostWaiting)) {
      if (site.waiting.front().active != 0) tally.add(key, site.waiting.front());
      site.waiting.pop_front();
      ++site.first;
    }
}

}  // namespace emulator
