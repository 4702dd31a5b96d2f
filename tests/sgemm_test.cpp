// What stands between BLAS and a kernel: when operands are packed, what the kernel is told, and how
// a problem is cut where a grid would be too long.
#include "common/sgemm.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "common/verify.hpp"
#include "tests/catch.hpp"
#include "tests/fake_kernels.hpp"
#include "tests/reference.hpp"

using namespace gemm;
using fake::Fault;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr int kLongest = 65535 * 2;  // rows or columns that a grid of 2×2 blocks covers in y

Tile right_tile(int BM, int BN, int BK) { return {fake::launcher(Fault::none), BM, BN, BK}; }

// A 32×16×8 tile fits 64×48×40.
Shape whole() { return packed_shape(64, 48, 40); }

struct Run {
  Run(const Shape& shape, const Tile& tile)
      : problem(shape, Init::uniform, 1), sgemm(problem, tile) {
    fake::forget_calls();
  }
  Problem problem;
  Sgemm sgemm;
};

bool packs(const Shape& shape) { return Run(shape, right_tile(32, 16, 8)).sgemm.packs(); }

// Every element of C within its bound, by the reference on the host.
void check_result(const Problem& problem) {
  const Reference reference(problem);
  const std::vector<float> c = problem.C.download();
  int wrong = 0;
  for (int row = 0; row < problem.shape.M; ++row)
    for (int col = 0; col < problem.shape.N; ++col) {
      const float got = c[static_cast<size_t>(row) * problem.shape.ldc + col];
      wrong += !(std::fabs(got - reference.want(row, col)) <= reference.bound(row, col));
    }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("operands are packed unless they are row-major, whole tiles and without gaps") {
  CHECK_FALSE(packs(whole()));
  CHECK(packs(packed_shape(63, 48, 40)));
  CHECK(packs(packed_shape(64, 47, 40)));
  CHECK(packs(packed_shape(64, 48, 41)));
  CHECK(packs(packed_shape(64, 48, 40, true, false)));
  CHECK(packs(packed_shape(64, 48, 40, false, true)));
  CHECK(packs(packed_shape(64, 64, 64, true, false)));  // square: only the order differs
  CHECK(packs(packed_shape(64, 64, 64, false, true)));
  for (int Shape::*ld : {&Shape::lda, &Shape::ldb, &Shape::ldc}) {
    Shape shape = whole();
    shape.*ld += 1;
    CHECK(packs(shape));
  }
}

TEST_CASE("the kernel gets whole tiles, and the caller's memory where that fits") {
  Run in_place(whole(), right_tile(32, 16, 8));
  in_place.sgemm.run();
  REQUIRE(fake::calls().size() == 1);
  const fake::Call direct = fake::calls()[0];
  CHECK(direct.M == 64);
  CHECK(direct.N == 48);
  CHECK(direct.K == 40);
  CHECK(direct.A == in_place.problem.A.data());
  CHECK(direct.B == in_place.problem.B.data());
  CHECK(direct.C == in_place.problem.C.data());
  check_result(in_place.problem);

  Shape shape = packed_shape(33, 48, 17);  // A and C do not fit, nor does B's depth
  shape.alpha = -0.5f;
  shape.beta = 2.5f;
  Run packed(shape, right_tile(32, 16, 8));
  packed.sgemm.run();
  REQUIRE(fake::calls().size() == 1);
  const fake::Call padded = fake::calls()[0];
  CHECK(padded.M == 64);
  CHECK(padded.N == 48);
  CHECK(padded.K == 24);
  CHECK(padded.alpha == -0.5f);
  CHECK(padded.beta == 2.5f);
  CHECK(padded.A != packed.problem.A.data());
  CHECK(padded.B != packed.problem.B.data());
  CHECK(padded.C != packed.problem.C.data());
  check_result(packed.problem);
}

TEST_CASE("only the operand that does not fit is packed") {
  Shape shape = whole();
  shape.ldb += 1;
  Run run(shape, right_tile(32, 16, 8));
  run.sgemm.run();
  CHECK(fake::calls()[0].A == run.problem.A.data());
  CHECK(fake::calls()[0].B != run.problem.B.data());
  CHECK(fake::calls()[0].C == run.problem.C.data());
  check_result(run.problem);
}

TEST_CASE("packed results reach C with unpack() only") {
  Run run(packed_shape(33, 48, 17), right_tile(32, 16, 8));
  run.sgemm.pack();
  run.sgemm.kernel();
  for (const float c : run.problem.C.download()) REQUIRE(std::isnan(c));
  run.sgemm.unpack();
  check_result(run.problem);
}

TEST_CASE("the launch is reported as it was made") {
  Run run(packed_shape(33, 50, 17), right_tile(32, 16, 8));
  CHECK_FALSE(run.sgemm.launched());
  run.sgemm.run();
  REQUIRE(run.sgemm.launched());
  const LaunchInfo info = *run.sgemm.launched();
  CHECK(info.kernel != nullptr);
  CHECK(info.grid.x == 4);  // 64×64 in blocks of 16×16
  CHECK(info.grid.y == 4);
  CHECK(info.block.x == 16);
  CHECK(info.block.y == 16);
}

TEST_CASE("BLAS semantics") {
  for (const Tile& tile : {right_tile(1, 1, 1), right_tile(32, 16, 8)})
    for (const float alpha : {1.0f, 0.0f, -0.5f})
      for (const float beta : {0.0f, 1.0f, 2.5f})
        for (const int K : {0, 1, 19}) {
          Shape shape = packed_shape(13, 37, K, true, true);
          shape.lda += 1, shape.ldb += 2, shape.ldc += 3;
          shape.alpha = alpha, shape.beta = beta;
          Run run(shape, tile);
          if (alpha == 0) run.problem.A.fill_bytes(0xFF), run.problem.B.fill_bytes(0xFF);
          run.sgemm.run();
          INFO("alpha " << alpha << ", beta " << beta << ", K " << K);
          check_result(run.problem);
          CHECK(fake::calls().empty() == (alpha == 0 || K == 0));
          CHECK(run.sgemm.launched().has_value() == !(alpha == 0 || K == 0));
        }
}

TEST_CASE("the gaps of C keep their bits") {
  Shape shape = packed_shape(13, 37, 5);
  shape.ldc += 3;
  shape.beta = 1;
  Run run(shape, right_tile(32, 16, 8));
  std::vector<float> before = run.problem.C.download();
  for (int row = 0; row < 13; ++row)
    for (int col = 37; col < 40; ++col) before[row * 40 + col] = 1000.0f * row + col;
  run.problem.C.upload(before);
  run.sgemm.run();
  const std::vector<float> after = run.problem.C.download();
  for (int row = 0; row < 13; ++row)
    for (int col = 37; col < 40; ++col) CHECK(after[row * 40 + col] == 1000.0f * row + col);
}

TEST_CASE("with beta 0 the old C is not read, not even in packed form") {
  for (const Tile& tile : {right_tile(1, 1, 1), right_tile(32, 16, 8)}) {
    Run run(packed_shape(13, 37, 5), tile);
    std::vector<float> c = run.problem.C.download();
    for (float& value : c) value = kNan;
    run.problem.C.upload(c);
    run.sgemm.run();
    check_result(run.problem);
  }
}

TEST_CASE("nothing is launched for an empty C") {
  for (const Shape& shape : {packed_shape(0, 5, 7), packed_shape(5, 0, 7)}) {
    Run run(shape, right_tile(32, 16, 8));
    CHECK_FALSE(run.sgemm.packs());
    run.sgemm.run();
    CHECK(fake::calls().empty());
  }
}

TEST_CASE("a grid too long for CUDA is cut into bands of rows") {
  for (const int M : {kLongest, kLongest + 1, kLongest + 6, 2 * kLongest + 4}) {
    Shape shape = packed_shape(M, 3, 2, true, false);
    shape.ldc += 1;
    shape.beta = 2.5f;
    Run run(shape, {fake::rows_along_y(), 2, 2, 2});
    CHECK(verify(run.problem, run.sgemm, VerifyMethod::fp64).passed());
    const int bands = (M + kLongest - 1) / kLongest;
    REQUIRE(static_cast<int>(fake::calls().size()) == bands);
    CHECK(fake::calls()[0].M == kLongest);
    CHECK(fake::calls().back().M == (M - (bands - 1) * kLongest + 1) / 2 * 2);
  }
}

TEST_CASE("a grid too long for CUDA is cut into bands of columns") {
  for (const bool trans_b : {false, true})
    for (const int N : {kLongest, kLongest + 1, 2 * kLongest + 4}) {
      Run run(packed_shape(3, N, 2, false, trans_b), {fake::columns_along_y(), 2, 2, 2});
      CHECK(verify(run.problem, run.sgemm, VerifyMethod::fp64).passed());
      CHECK(static_cast<int>(fake::calls().size()) == (N + kLongest - 1) / kLongest);
    }
}

TEST_CASE("a stage without tiles is cut for its blocks of 32 rows or columns") {
  const int longest = 65535 * 32;
  for (const bool rows : {true, false}) {
    Run run(rows ? packed_shape(longest + 5, 1, 1) : packed_shape(1, longest + 5, 1),
            {fake::launcher(Fault::empty_launch)});
    run.sgemm.run();
    REQUIRE(fake::calls().size() == 2);
    for (const int call : {0, 1}) {
      CHECK(fake::calls()[call].M == (!rows ? 1 : call == 0 ? longest : 5));
      CHECK(fake::calls()[call].N == (rows ? 1 : call == 0 ? longest : 5));
    }
  }
}

TEST_CASE("bands of whole tiles are multiplied in place") {
  Run rows(packed_shape(2 * kLongest, 2, 2), {fake::rows_along_y(), 2, 2, 2});
  CHECK_FALSE(rows.sgemm.packs());
  CHECK(verify(rows.problem, rows.sgemm, VerifyMethod::fp64).passed());
  Run cols(packed_shape(2, 2 * kLongest, 2), {fake::columns_along_y(), 2, 2, 2});
  CHECK(cols.sgemm.packs());  // a band of columns has gaps between its rows
  CHECK(verify(cols.problem, cols.sgemm, VerifyMethod::fp64).passed());
}

TEST_CASE("without bands such a grid would be refused") {
  Problem problem(packed_shape(kLongest + 1, 1, 1), Init::uniform, 1);
  const auto launch = fake::rows_along_y();
  CHECK_THROWS(launch(kLongest + 1, 1, 1, 1, problem.A.data(), problem.B.data(), 0,
                      problem.C.data(), nullptr));
}
