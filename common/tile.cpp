#include "common/tile.hpp"

#include <fmt/format.h>

namespace gemm {

std::string name_of(const Tile& tile) {
  std::string name = fmt::format("{}x{}x{}", tile.BM, tile.BN, tile.BK);
  if (tile.WM > 0) name += fmt::format("_{}x{}", tile.WM, tile.WN);
  if (tile.TM * tile.TN > 1) name += fmt::format("_{}x{}", tile.TM, tile.TN);
  if (tile.stages > 1) name += fmt::format("_{}stages", tile.stages);
  return name;
}

}  // namespace gemm
