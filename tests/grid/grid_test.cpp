// No tile that compiles may be wrong: every tile of a grid, on shapes that leave no part of the
// kernel's loop out.
#include <algorithm>
#include <set>

#include "tests/catch.hpp"
#include "tests/products.hpp"
#include "tests/stage_under_test.hpp"

using namespace gemm;

namespace {

// How many different values `extent` has.
int values_of(int Tile::*extent) {
  std::set<int> values;
  for (const Tile& tile : tiles_under_test()) values.insert(tile.*extent);
  return static_cast<int>(values.size());
}

}  // namespace

TEST_CASE("the grid holds many tiles, most with unequal extents") {
  const auto& tiles = tiles_under_test();
  const auto unequal = std::count_if(tiles.begin(), tiles.end(),
                                     [](const Tile& tile) { return tile.BM != tile.BN; });
  WARN(tiles.size() << " tiles");
  CHECK(tiles.size() >= 40);
  CHECK(unequal * 2 >= static_cast<int>(tiles.size()));
  CHECK(values_of(&Tile::BM) >= 3);
  CHECK(values_of(&Tile::BN) >= 3);
  CHECK(values_of(&Tile::BK) >= 4);
  CHECK(values_of(&Tile::TM) == 3);
  CHECK(values_of(&Tile::TN) == 3);
}

TEST_CASE("one tile, and one tile of C with one, two, three and more tiles along K") {
  for (const Tile& tile : tiles_under_test())
    for (const int count : {1, 2, 3, tile.stages, 2 * tile.stages + 1})
      check_shape(packed_shape(tile.BM, tile.BN, count * tile.BK), tile);
}

TEST_CASE("2×3 tiles of C and an odd number of tiles along K") {
  for (const Tile& tile : tiles_under_test()) {
    Shape shape = packed_shape(2 * tile.BM, 3 * tile.BN, 5 * tile.BK);
    shape.alpha = 2.5f;
    shape.beta = -0.5f;
    check_shape(shape, tile);
  }
}

TEST_CASE("extents that no tile divides, transposed, with gaps between the rows") {
  for (const Tile& tile : tiles_under_test())
    for (const float beta : {0.0f, 2.5f}) {
      Shape shape = shape_of({tile.BM + 3, 2 * tile.BN - 5, 3 * tile.BK - 1}, true, true, true);
      shape.beta = beta;
      Problem problem(shape, Init::uniform, 7);
      CHECK(Sgemm(problem, tile).packs());
      check_run(problem, tile);
    }
}

TEST_CASE("cases run are counted for the record") {
  WARN(cases_run() << " products verified");
  CHECK(cases_run() > 0);
}
