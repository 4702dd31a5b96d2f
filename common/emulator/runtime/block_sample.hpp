#pragma once
#include <cuda_runtime.h>

#include <cstdint>
#include <vector>

namespace emulator {

// Blocks of a grid that are alike as far as their place tells, and some of them.
struct BlockClass {
  uint64_t size = 0;
  std::vector<uint64_t> sample;  // numbers of blocks, x fastest, rising
};

// Cuts a grid into its first, its inner and its last blocks along each dimension, and shares `blocks`
// out among the classes that arise: at least one each, the rest so that all are sampled equally
// densely. Samples lie evenly in their class. The first class is block 0 alone.
std::vector<BlockClass> sample_blocks(dim3 grid, uint64_t blocks);

}  // namespace emulator
