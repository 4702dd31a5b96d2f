// The tiles under test: those that the stage's RULES allow, on every STRIDE-th point of a grid.
#include <utility>

#include "kernel.cuh"
#include "tests/grid/rules.hpp"
#include "tests/stage_under_test.hpp"

namespace {

constexpr int kBM[] = {16, 32, 48, 64, 96, 128, 192};
constexpr int kBN[] = {32, 64, 96, 128, 192};
constexpr int kBK[] = {2, 4, 6, 8, 12, 16, 24, 32};
constexpr int kTM[] = {4, 8, 12};
constexpr int kTN[] = {4, 8, 12};
constexpr int kWM[] = {16, 32, 48, 64, 96};
constexpr int kWN[] = {32, 64, 96};
constexpr int kStages[] = {2, 3, 4, 5};

// The grid's points are numbered; `index` loses the digit that chooses one of `values`.
template <int COUNT>
constexpr int pick(int& index, const int (&values)[COUNT]) {
  const int value = values[index % COUNT];
  index /= COUNT;
  return value;
}

struct Point {
  rules::Extents extents;
  int left;  // of the number: 0 on the grid
};

constexpr Point point(int index) {
  rules::Extents e{};
  e.BM = pick(index, kBM), e.BN = pick(index, kBN), e.BK = pick(index, kBK);
  e.TM = pick(index, kTM), e.TN = pick(index, kTN);
  if (RULES::kExtents >= 7) e.WM = pick(index, kWM), e.WN = pick(index, kWN);
  if (RULES::kExtents >= 8) e.stages = pick(index, kStages);
  return {e, index};
}

constexpr int points() {
  int count = 0;
  while (point(count).left == 0) count += STRIDE;
  return count / STRIDE;
}

template <int INDEX>
void add(std::vector<gemm::Tile>& tiles) {
  constexpr rules::Extents e = point(INDEX).extents;
  if constexpr (RULES::allows(e)) {
    if constexpr (RULES::kExtents == 5)
      tiles.push_back(tile<e.BM, e.BN, e.BK, e.TM, e.TN>);
    else if constexpr (RULES::kExtents == 7)
      tiles.push_back(tile<e.BM, e.BN, e.BK, e.TM, e.TN, e.WM, e.WN>);
    else
      tiles.push_back(tile<e.BM, e.BN, e.BK, e.TM, e.TN, e.WM, e.WN, e.stages>);
  }
}

template <int... N>
std::vector<gemm::Tile> allowed_tiles(std::integer_sequence<int, N...>) {
  std::vector<gemm::Tile> tiles;
  const int each[] = {(add<N * STRIDE>(tiles), 0)...};
  static_cast<void>(each);
  return tiles;
}

}  // namespace

const std::vector<gemm::Tile>& tiles_under_test() {
  static const std::vector<gemm::Tile> tiles =
      allowed_tiles(std::make_integer_sequence<int, points()>());
  return tiles;
}
