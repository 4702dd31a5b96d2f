#include "common/owner.hpp"

#include <fmt/format.h>

namespace gemm {
namespace {

// 01 and 02: one element per thread, blocks of 32×32 elements.
Owner owner_of_element(const LaunchInfo& info, unsigned row, unsigned col) {
  constexpr unsigned kSide = 32;
  const uint3 in_rows{row / kSide, col / kSide, 0}, in_cols{col / kSide, row / kSide, 0};
  if (info.block.y > 1) return {in_rows, {row % kSide, col % kSide, 0}};  // 01: x is the row
  return {in_cols, {row % kSide * kSide + col % kSide, 0, 0}};
}

// 10 to 12: lanes in z-order, four rows of eight.
unsigned thread_in_warp_tiles(const Tile& tile, unsigned row, unsigned col) {
  const unsigned warp = row / tile.WM * (tile.BN / tile.WN) + col / tile.WN;
  const unsigned lane_row = row % tile.WM / tile.TM % 4, lane_col = col % tile.WN / tile.TN % 8;
  const unsigned lane = (lane_col & 1) | (lane_row & 1) << 1 | (lane_col & 2) << 1 |
                        (lane_row & 2) << 2 | (lane_col & 4) << 2;
  return warp * 32 + lane;
}

// 03 to 09: threads row by row. 09 has 16 per row, each with several thread tiles where the block
// tile is larger than 16 of them.
unsigned thread_in_block_tile(const Tile& tile, unsigned threads, unsigned row, unsigned col) {
  const unsigned rows = tile.BM / tile.TM, cols = tile.BN / tile.TN;
  const bool one_each = rows * cols == threads;
  const unsigned thread_rows = one_each ? rows : 16, thread_cols = one_each ? cols : 16;
  return row / tile.TM % thread_rows * thread_cols + col / tile.TN % thread_cols;
}

}  // namespace

Owner owner_of(const Tile& tile, const LaunchInfo& info, int row, int col) {
  if (tile.BM == 1) return owner_of_element(info, row, col);
  const unsigned block_row = row / tile.BM % 65535;  // C is launched in bands of so many blocks
  const unsigned block_col = col / tile.BN % 65535;
  const unsigned in_row = row % tile.BM, in_col = col % tile.BN;
  const unsigned thread = tile.WM > 0 ? thread_in_warp_tiles(tile, in_row, in_col)
                                      : thread_in_block_tile(tile, info.block.x, in_row, in_col);
  return {{block_col, block_row, 0}, {thread, 0, 0}};
}

std::string to_string(const Owner& owner, dim3 block) {
  const std::string thread = block.y > 1 ? fmt::format("({}, {})", owner.thread.x, owner.thread.y)
                                         : fmt::format("{}", owner.thread.x);
  return fmt::format("block ({}, {}), thread {}", owner.block.x, owner.block.y, thread);
}

}  // namespace gemm
