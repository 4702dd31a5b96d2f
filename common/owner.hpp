#pragma once
#include <string>

#include "common/launch.cuh"
#include "common/tile.hpp"

namespace gemm {

// A block of a launch and a thread of that block.
struct Owner {
  uint3 block, thread;
};

// Who computes C[row][col] in the launch `info` of a stage's tile: block tiles along N in x, warps
// row by row in a block, then the stage's order of threads or lanes.
Owner owner_of(const Tile& tile, const LaunchInfo& info, int row, int col);

// "block (1, 0), thread 37"; three coordinates of a thread where the block is not 1-D.
std::string to_string(const Owner& owner, dim3 block);

}  // namespace gemm
