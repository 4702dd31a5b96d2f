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

// The most distinct words in one bank over the lanes [first, first + lanes); 0 if none is active.
unsigned busiest_bank(const WarpRequest& request, unsigned first, unsigned lanes) {
  uint64_t words[kBanks][kLanes];
  unsigned count[kBanks] = {};
  unsigned most = 0;
  const unsigned width = std::max(1u, request.bytes / kWordBytes);
  for (unsigned lane = first; lane < first + lanes; ++lane) {
    if (!is_active(request, lane)) continue;
    for (unsigned i = 0; i < width; ++i) {
      const uint64_t word = request.address[lane] / kWordBytes + i;
      const unsigned bank = word % kBanks;
      uint64_t* const end = words[bank] + count[bank];
      if (std::find(words[bank], end, word) != end) continue;
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

Cost wavefronts(const WarpRequest& request, bool pairs_merge) {
  const unsigned lanes = lanes_per_group(request.bytes);
  Cost cost;
  for (unsigned first = 0; first < kLanes; first += lanes) {
    const unsigned most = busiest_bank(request, first, lanes);
    cost.units += most;
    cost.floor += most > 0;
  }
  const bool conflict_free = cost.units == cost.floor;
  if (pairs_merge && request.bytes >= 8 && conflict_free &&
      (pairs_share(request, 1) || pairs_share(request, 2)))
    cost.units /= 2, cost.floor /= 2;
  return cost;
}

}  // namespace

Cost sectors(const WarpRequest& request) {
  Distinct touched, addresses;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!is_active(request, lane)) continue;
    const uint64_t first = request.address[lane];
    addresses.add(first);
    touched.add(first / kSectorBytes);
    touched.add((first + request.bytes - 1) / kSectorBytes);
  }
  const unsigned bytes = addresses.count() * request.bytes;
  return {touched.count(), (bytes + kSectorBytes - 1) / kSectorBytes};
}

Cost load_wavefronts(const WarpRequest& request) { return wavefronts(request, true); }
Cost store_wavefronts(const WarpRequest& request) { return wavefronts(request, false); }

unsigned async_floor(const WarpRequest& request) {
  const unsigned lanes = lanes_per_group(request.bytes);
  const uint32_t group = lanes == 32 ? 0xffffffff : (1u << lanes) - 1;
  unsigned groups = 0;
  for (unsigned first = 0; first < kLanes; first += lanes)
    groups += (request.active >> first & group) != 0;
  return groups;
}

}  // namespace emulator
