#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "common/shape.hpp"
#include "common/tile.hpp"

namespace gemm {

// What one run of a kernel asked of memory, as the hardware would count it: a request is an
// instruction of a warp, a sector 32 bytes of global memory, a wavefront a pass of shared memory.
// `floor` is the least that accesses of the same width and as many different addresses can cost.
struct GlobalCounts {
  uint64_t requests = 0, sectors = 0, floor = 0;
  uint64_t lines = 0;  // of 128 bytes: what L1 looks up
  uint64_t bytes() const { return 32 * sectors; }
};
struct SharedCounts {
  uint64_t requests = 0, wavefronts = 0, floor = 0;
};
// Copies from global to shared memory that do not pass through registers.
struct AsyncCounts {
  uint64_t requests = 0, sectors = 0, lines = 0, shared_floor = 0;
  uint64_t bytes() const { return 32 * sectors; }
};

// The same for one line of the source and one kind and width of access.
struct SiteCounts {
  std::string path;  // of the source, as it was compiled
  std::string file;  // its end: "03_smem/kernel.cuh"
  int line = 0;
  std::string kind;    // "global load", "global store", "shared load", "shared store", "async copy"
  unsigned bytes = 0;  // per lane
  uint64_t requests = 0, sectors_or_wavefronts = 0, floor = 0;
};

struct Counts {
  uint64_t ffma = 0;  // multiply-adds of the product, padding included
  GlobalCounts global_load, global_store;
  SharedCounts shared_load, shared_store;
  AsyncCounts async;
  uint64_t barriers = 0;          // passed by blocks
  std::vector<SiteCounts> sites;  // by file and line

  // Bytes that the kernel moves to and from global memory per floating-point operation.
  double bytes_per_flop() const;
};

// The multiply-adds that a launch of the tile on the shape does: padded to whole tiles, as packed.
uint64_t padded_ffma(const Shape& shape, const Tile& tile);

// As a table: totals, then a row per site.
std::string to_table(const Counts& counts);

}  // namespace gemm
