#pragma once
#include <cstdint>

namespace emulator {

constexpr int kLanes = 32;
constexpr unsigned kSectorBytes = 32;
constexpr unsigned kLineBytes = 128;

// One memory instruction of a warp: the address of each active lane, and the bytes each moves.
struct WarpRequest {
  uint64_t address[kLanes];
  uint32_t active = 0;  // bit per lane
  unsigned bytes = 4;   // 1, 2, 4, 8 or 16
  uint64_t warp = 0;    // whose: number of the block × 32 + number of the warp in it
};

// What a request costs in units of its memory (sectors or wavefronts), and the least that as many
// bytes could cost.
struct Cost {
  unsigned units = 0, floor = 0;
  unsigned lines = 0;  // global memory: distinct lines of 128 bytes, each looked up by itself
};

// Global memory, loads and stores: distinct aligned 32-byte sectors over the active lanes. The
// floor: the sectors of as many distinct bytes without gaps and aligned.
Cost sectors(const WarpRequest& request);

// Shared memory: 32 banks of 4 bytes. 4-byte accesses go in one group of 32 lanes, 8-byte in two
// of 16, 16-byte in four of 8; a group takes as many wavefronts as the busiest bank has distinct
// words. A load in whose groups no bank is busy twice takes half when for all lanes T the address
// equals that of lane T ^ 1, or for all that of lane T ^ 2. The floor: one wavefront per group, or
// half where a load takes half.
Cost load_wavefronts(const WarpRequest& request);
Cost store_wavefronts(const WarpRequest& request);

// Which wavefront of an access to shared memory serves each word of each lane, from 0. `store` as for
// the costs above.
struct WavefrontMap {
  unsigned of[kLanes][4] = {};  // lane, word of its access
  unsigned count = 0;
};
WavefrontMap wavefront_map(const WarpRequest& request, bool store);

// Asynchronous copies to shared memory: the groups with active lanes.
unsigned async_floor(const WarpRequest& request);

}  // namespace emulator
