#include "common/emulator/counters/tally.hpp"

#include <cstring>

namespace emulator {
namespace {

constexpr unsigned kWordBytes = 4;

size_t hash(uint64_t key) { return (key ^ key >> 56) * 0x9E3779B97F4A7C15u >> 32; }

Cost cost_of(uint64_t key, const WarpRequest& request) {
  const AccessKind kind = kind_of(key);
  if (kind.space() != Space::shared) return sectors(request);
  return kind.store() ? store_wavefronts(request) : load_wavefronts(request);
}

}  // namespace

void Tally::add(uint64_t key, const WarpRequest& request) {
  Entry& entry = find(key);
  const Cost c = cost(entry, request);
  ++entry.tally.requests;
  entry.tally.units += c.units;
  entry.tally.floor += c.floor;
  entry.tally.lines += c.lines;
  if (kind_of(key).space() == Space::async) entry.tally.async_floor += async_floor(request);
  if (request.warp < entry.tally.first.warp) entry.tally.first = request;
}

// The cost depends on the distances between the addresses, and in global memory on where the first
// lies within a line: banks are all alike, so that in shared memory it does not matter.
Cost Tally::cost(Entry& entry, const WarpRequest& request) {
  const uint64_t first = request.address[__builtin_ctz(request.active)];
  uint64_t difference = entry.active ^ request.active;
  if (request.active == 0xffffffff) {
    for (int lane = 0; lane < kLanes; ++lane)
      difference |= (request.address[lane] - first) ^ static_cast<uint64_t>(entry.step[lane]);
  } else {
    for (int lane = 0; lane < kLanes; ++lane)
      if (request.active >> lane & 1)
        difference |= (request.address[lane] - first) ^ static_cast<uint64_t>(entry.step[lane]);
  }
  if (difference != 0) {
    entry.active = request.active;
    entry.known = 0;
    for (int lane = 0; lane < kLanes; ++lane)
      entry.step[lane] = static_cast<int64_t>(request.address[lane] - first);
  }
  if (first % kWordBytes != 0) return cost_of(entry.tally.key, request);
  const unsigned phase = first / kWordBytes % kPhases;
  if (!(entry.known >> phase & 1)) {
    entry.cost[phase] = cost_of(entry.tally.key, request);
    entry.known |= 1u << phase;
  }
  return entry.cost[phase];
}

void SiteTally::add(const SiteTally& other) {
  requests += other.requests;
  units += other.units;
  floor += other.floor;
  lines += other.lines;
  async_floor += other.async_floor;
  if (other.first.warp < first.warp) first = other.first;
}

uint64_t scaled(uint64_t amount, uint64_t ran, uint64_t all) {
  using Wide = unsigned __int128;
  return static_cast<uint64_t>((Wide{amount} * all + ran / 2) / ran);
}

void SiteTally::scale(uint64_t ran, uint64_t all) {
  for (uint64_t* amount : {&requests, &units, &floor, &lines, &async_floor})
    *amount = scaled(*amount, ran, all);
}

void Tally::add(const SiteTally& other) { find(other.key).tally.add(other); }

void Tally::clear() {
  entries_.clear();
  slots_.clear();
}

std::vector<SiteTally> Tally::sites() const {
  std::vector<SiteTally> all;
  for (const Entry& entry : entries_) all.push_back(entry.tally);
  return all;
}

Tally::Entry& Tally::find(uint64_t key) {
  if (2 * entries_.size() >= slots_.size()) grow();
  size_t slot = hash(key) & (slots_.size() - 1);
  while (slots_[slot] != 0) {
    Entry& entry = entries_[slots_[slot] - 1];
    if (entry.tally.key == key) return entry;
    slot = (slot + 1) & (slots_.size() - 1);
  }
  entries_.emplace_back();
  entries_.back().tally.key = key;
  slots_[slot] = static_cast<uint32_t>(entries_.size());
  return entries_.back();
}

void Tally::grow() {
  slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), 0);
  for (size_t i = 0; i < entries_.size(); ++i) {
    size_t slot = hash(entries_[i].tally.key) & (slots_.size() - 1);
    while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = static_cast<uint32_t>(i + 1);
  }
}

}  // namespace emulator
