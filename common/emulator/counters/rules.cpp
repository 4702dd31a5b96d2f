// Rules confirmed on an H200 by comparison with Nsight Compute's counters.
#include "common/emulator/counters/rules.hpp"

#include <algorithm>

namespace emulator {
namespace {

constexpr unsigned kBanks = 32;
constexpr unsigned kWordBytes = 4;

// Different values that were added, at most 64.
class Distinct {
 public:
  void add(uint64_t value) {
    unsigned slot = static_cast<unsigned>(value * 0x9E3779B97F4A7C15u >> 57);
    while (used_[slot] && values_[slot] != value) slot = (slot + 1) % kSlots;
    count_ += !used_[slot];
    used_[slot] = true;
    values_[slot] = value;
  }
  unsigned count() const { return count_; }

 private:
  static constexpr unsigned kSlots = 128;
  uint64_t values_[kSlots];
  bool used_[kSlots] = {};
  unsigned count_ = 0;
};

bool is_active(const WarpRequest& request, unsigned lane) { return request.active >> lane & 1; }

unsigned lanes_per_group(unsigned bytes) { return bytes == 16 ? 8 : bytes == 8 ? 16 : 32; }

unsigned words_per_lane(unsigned bytes) { return std::max(1u, bytes / kWordBytes); }

// The most distinct words in one bank over the lanes [first, first + lanes); 0 if none is active.
// map.of becomes the place of each word among those of its bank.
unsigned busiest_bank(const WarpRequest& request, unsigned first, unsigned lanes,
                      WavefrontMap& map) {
  uint64_t words[kBanks][kLanes];
  unsigned count[kBanks] = {};
  unsigned most = 0;
  for (unsigned lane = first; lane < first + lanes; ++lane) {
    if (!is_active(request, lane)) continue;
    for (unsigned i = 0; i < words_per_lane(request.bytes); ++i) {
      const uint64_t word = request.address[lane] / kWordBytes + i;
      const unsigned bank = word % kBanks;
      uint64_t* const end = words[bank] + count[bank];
      uint64_t* const place = std::find(words[bank], end, word);
      map.of[lane][i] = static_cast<unsigned>(place - words[bank]);
      if (place != end) continue;
      *end = word;
      most = std::max(most, ++count[bank]);
    }
  }
  return most;
}

// Whether every lane has the address of lane ^ `distance`. Lanes that are not active have none.
bool pairs_share(const WarpRequest& request, unsigned distance) {
  if (request.active != 0xffffffff) return false;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (request.address[lane] != request.address[lane ^ distance]) return false;
  return true;
}

// Cost, and `map` of the wavefronts.
Cost wavefronts(const WarpRequest& request, bool pairs_merge, WavefrontMap& map) {
  const unsigned lanes = lanes_per_group(request.bytes);
  Cost cost;
  for (unsigned first = 0; first < kLanes; first += lanes) {
    const unsigned most = busiest_bank(request, first, lanes, map);
    for (unsigned lane = first; lane < first + lanes; ++lane)
      for (unsigned& wavefront : map.of[lane]) wavefront += cost.units;
    cost.units += most;
    cost.floor += most > 0;
  }
  const bool conflict_free = cost.units == cost.floor;
  if (pairs_merge && request.bytes >= 8 && conflict_free &&
      (pairs_share(request, 1) || pairs_share(request, 2))) {
    cost.units /= 2, cost.floor /= 2;
    for (auto& lane : map.of)
      for (unsigned& wavefront : lane) wavefront /= 2;
  }
  map.count = cost.units;
  return cost;
}

}  // namespace

Cost sectors(const WarpRequest& request) {
  Distinct touched, addresses, lines;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!is_active(request, lane)) continue;
    const uint64_t first = request.address[lane];
    addresses.add(first);
    const uint64_t last = first + request.bytes - 1;
    touched.add(first / kSectorBytes);
    touched.add(last / kSectorBytes);
    lines.add(first / kLineBytes);
    lines.add(last / kLineBytes);
  }
  const unsigned bytes = addresses.count() * request.bytes;
  return {touched.count(), (bytes + kSectorBytes - 1) / kSectorBytes, lines.count()};
}

Cost load_wavefronts(const WarpRequest& request) {
  WavefrontMap unused;
  return wavefronts(request, true, unused);
}

Cost store_wavefronts(const WarpRequest& request) {
  WavefrontMap unused;
  return wavefronts(request, false, unused);
}

WavefrontMap wavefront_map(const WarpRequest& request, bool store) {
  WavefrontMap map;
  wavefronts(request, !store, map);
  return map;
}

unsigned async_floor(const WarpRequest& request) {
  const unsigned lanes = lanes_per_group(request.bytes);
  const uint32_t group = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
  unsigned groups = 0;
  for (unsigned first = 0; first < kLanes; first += lanes)
    groups += (request.active >> first & group) != 0;
  return groups;
}

}  // namespace emulator
