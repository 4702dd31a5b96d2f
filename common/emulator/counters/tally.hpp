#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/emulator/counters/access.hpp"
#include "common/emulator/counters/rules.hpp"

namespace emulator {

// `amount` of `ran` blocks as that of `all`, rounded.
uint64_t scaled(uint64_t amount, uint64_t ran, uint64_t all);

// What the requests of one site and kind amount to.
struct SiteTally {
  uint64_t key = 0;                             // Access::key()
  uint64_t requests = 0, units = 0, floor = 0;  // units: sectors, or wavefronts in shared memory
  uint64_t lines = 0;                           // global memory: lines of 128 bytes
  uint64_t async_floor = 0;                     // asynchronous copies: shared wavefronts at least
  WarpRequest first;                            // of the first warp that came by

  SiteTally() { first.warp = UINT64_MAX; }
  void add(const SiteTally& other);
  void scale(uint64_t ran, uint64_t all);  // from `ran` blocks to `all`
};

// Adds up requests by site and kind.
class Tally {
 public:
  void add(uint64_t key, const WarpRequest& request);
  void add(const SiteTally& other);
  void clear();
  std::vector<SiteTally> sites() const;  // in no particular order

 private:
  static constexpr unsigned kPhases = 32;

  // A site and the pattern of its last request. Most requests repeat it elsewhere.
  struct Entry {
    SiteTally tally;
    uint32_t active = 0;
    int64_t step[kLanes];  // addresses relative to the first active lane's
    // What the pattern costs where the first address lies so many words into a line; where known.
    Cost cost[kPhases];
    uint32_t known = 0;
  };

  Entry& find(uint64_t key);
  void grow();
  static Cost cost(Entry& entry, const WarpRequest& request);

  std::vector<Entry> entries_;
  std::vector<uint32_t> slots_;  // index into entries_ plus one, hashed by key; a power of two
};

}  // namespace emulator
