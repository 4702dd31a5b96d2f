#pragma once
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "common/emulator/counters/access.hpp"
#include "common/emulator/counters/rules.hpp"
#include "common/emulator/counters/tally.hpp"

namespace emulator {

constexpr unsigned kWindow = 128;  // accesses that a lane may be ahead of the others of its warp

// The accesses of one warp's lanes since they were last matched, oldest first.
struct LaneAccesses {
  Access of[kLanes][kWindow];
  unsigned count[kLanes] = {};
};

// Groups a warp's accesses into requests. Lanes that access memory at the same site, with the same
// width, for the n-th time since the last barrier do so in one request.
class WarpTrace {
 public:
  // Takes all of `accesses` and adds the requests that are complete to `tally`. `finished`: the
  // lanes that run no more. `at_barrier`: no lane adds to what is there, so that all is complete.
  void match(LaneAccesses& accesses, uint32_t finished, bool at_barrier, Tally& tally);

  // Whose accesses the next ones are, see WarpRequest.
  void set_warp(uint64_t warp) { warp_ = warp; }

 private:
  // Accesses at one site that wait for those of other lanes.
  struct Site {
    uint32_t passed[kLanes] = {};  // times that each lane came by since the barrier
    uint32_t first = 0;            // occurrence number of waiting.front()
    std::deque<WarpRequest> waiting;
  };

  unsigned match_in_step(const LaneAccesses& accesses, uint32_t lanes, unsigned count,
                         Tally& tally) const;
  void match_apart(const LaneAccesses& accesses, unsigned from, uint32_t finished, Tally& tally);
  void put(const Access& access, unsigned lane, Tally& tally);
  void complete(uint32_t finished, Tally& tally);

  uint64_t warp_ = 0;
  bool apart_ = false;  // lanes went different ways since the barrier
  std::unordered_map<uint64_t, Site> sites_;
};

}  // namespace emulator
