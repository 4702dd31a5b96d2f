// The block and thread that a report names are those that write the element (emulator only).
#include "common/emulator/runtime/watch.hpp"
#include "common/owner.hpp"
#include "common/problem.hpp"
#include "common/sgemm.hpp"
#include "tests/catch.hpp"
#include "tests/stage_under_test.hpp"

using namespace gemm;

TEST_CASE("the owner of an element is the thread that writes it") {
  for (const Tile& tile : tiles_under_test()) {
    const int rows = tile.BM == 1 ? 70 : 2 * tile.BM, cols = tile.BN == 1 ? 70 : 2 * tile.BN;
    Problem problem(packed_shape(rows, cols, tile.BK), Init::uniform, 1);
    Sgemm sgemm(problem, tile);
    REQUIRE_FALSE(sgemm.packs());
    for (int i = 0; i < 40; ++i) {
      const int row = (37 * i + 3) % rows, col = (53 * i + 11) % cols;
      problem.reset_c();
      emulator::watch(problem.C.data() + static_cast<size_t>(row) * cols + col);
      sgemm.run();
      const auto writer = emulator::last_writer();
      emulator::watch(nullptr);
      REQUIRE(writer);
      const Owner owner = owner_of(tile, *sgemm.launched(), row, col);
      INFO(name_of(tile) << " C[" << row << "][" << col
                         << "]: " << to_string(owner, sgemm.launched()->block));
      CHECK(owner.block.x == writer->block.x);
      CHECK(owner.block.y == writer->block.y);
      CHECK(owner.thread.x == writer->thread.x);
      CHECK(owner.thread.y == writer->thread.y);
    }
  }
}
