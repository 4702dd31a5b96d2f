#pragma once
#include <cstddef>
#include <cstdint>

#include "common/launch.cuh"
#include "common/models.hpp"
#include "common/shape.hpp"
#include "common/tile.hpp"

namespace gemm {

// One of a stage's tiles on a shape, with what is known of it before it runs.
struct Configuration {
  Tile tile;
  int threads = 0;          // per block
  int registers = 0;        // per thread
  bool spills = false;      // more registers are needed than a thread can have
  size_t shared_bytes = 0;  // per block
  int blocks_per_sm = 0;    // resident at once; 0 where a block does not fit
  int64_t blocks = 0;       // of the grid
  double useful = 1;        // part of the multiply-adds that are not padding
};

// What the launcher of a tile would launch on one block's worth of work; nothing runs.
LaunchInfo plan_launch(const Tile& tile);

// The grid's blocks and the useful part for the shape; the rest as given.
Configuration on_shape(Configuration configuration, const Shape& shape);

// Registers, shared memory without padding and blocks per SM as they are to be expected on the
// model. Registers: the thread's part of C, a fragment of A and of B, and 32 for addresses.
Configuration estimate(const Tile& tile, const LaunchInfo& launch, const Model& model);

// Elements of C that a thread computes, as rows × columns. With a warp tile the warp's lanes are
// 4 × 8. Where a thread has several TM×TN pieces, the threads of a block are as many along M as
// along N.
struct ThreadTile {
  int rows, cols;
};
ThreadTile thread_tile(const Tile& tile, int threads);

// Time that an SM spends on reading A and B from shared memory over its time for the multiply-adds:
// (w_a·rows + w_b·cols) / (rows·cols), w being the wavefronts of a warp's float4 load: 4, or 2 where
// pairs of lanes read the same. Lanes in rows pair in A, lanes in z-order (with a warp tile) in both.
double shared_load_ratio(const Tile& tile, int threads);

// Part of the SMs' time that has blocks to run: blocks / (waves · SMs · blocks per SM). A grid that
// leaves SMs with less than `blocks_per_sm` counts those that they have.
double wave_efficiency(int64_t blocks, int sm_count, int blocks_per_sm);

// The same, times the useful part.
double efficiency(const Configuration& configuration, int sm_count);

}  // namespace gemm
