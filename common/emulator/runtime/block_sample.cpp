#include "common/emulator/runtime/block_sample.hpp"

#include <algorithm>

namespace emulator {
namespace {

// Indices along one dimension.
struct Range {
  uint64_t first, count;
};

std::vector<Range> first_inner_last(uint64_t extent) {
  std::vector<Range> ranges = {{0, 1}};
  if (extent > 2) ranges.push_back({1, extent - 2});
  if (extent > 1) ranges.push_back({extent - 1, 1});
  return ranges;
}

// Blocks that are in a range along each dimension.
struct Box {
  Range x, y, z;
  uint64_t samples = 1;

  uint64_t size() const { return x.count * y.count * z.count; }
  double density() const { return static_cast<double>(samples) / static_cast<double>(size()); }

  // The i-th block of the box as a number within the grid.
  uint64_t block(uint64_t i, dim3 grid) const {
    const uint64_t bx = x.first + i % x.count;
    const uint64_t by = y.first + i / x.count % y.count;
    const uint64_t bz = z.first + i / x.count / y.count;
    return (bz * grid.y + by) * grid.x + bx;
  }
};

}  // namespace

std::vector<BlockClass> sample_blocks(dim3 grid, uint64_t blocks) {
  std::vector<Box> boxes;
  for (const Range& z : first_inner_last(grid.z))
    for (const Range& y : first_inner_last(grid.y))
      for (const Range& x : first_inner_last(grid.x)) boxes.push_back({x, y, z});
  for (uint64_t taken = boxes.size(); taken < blocks; ++taken) {
    Box& sparsest = *std::min_element(boxes.begin(), boxes.end(), [](const Box& a, const Box& b) {
      return a.density() < b.density();
    });
    if (sparsest.samples == sparsest.size()) break;  // all blocks are taken
    ++sparsest.samples;
  }
  std::vector<BlockClass> classes;
  for (const Box& box : boxes) {
    BlockClass& made = classes.emplace_back();
    made.size = box.size();
    for (uint64_t i = 0; i < box.samples; ++i)
      made.sample.push_back(box.block((2 * i + 1) * box.size() / (2 * box.samples), grid));
  }
  return classes;
}

}  // namespace emulator
