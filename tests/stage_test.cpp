// What every stage must do: the right result for every shape, layout, scalar and value.
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "common/error.hpp"
#include "tests/catch.hpp"
#include "tests/products.hpp"
#include "tests/stage_under_test.hpp"

using namespace gemm;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kDenormal = std::numeric_limits<float>::denorm_min();

// Each value once as M, N and K, in changing company.
std::vector<Extents> sampled_extents() {
  const std::vector<int> values = {1, 2, 3, 7, 31, 32, 33, 63, 65, 100, 127, 128, 129, 257};
  const size_t count = values.size();
  std::vector<Extents> sample;
  for (size_t i = 0; i < count; ++i) {
    sample.push_back({values[i], values[(5 * i + 4) % count], values[(3 * i + 9) % count]});
    sample.push_back({values[(3 * i + 5) % count], values[i], values[(9 * i + 2) % count]});
  }
  return sample;
}

std::vector<Extents> special_extents() {
  return {{3, 3, 431}, {35, 79, 19}, {1, 257, 129}, {257, 1, 129},
          {1, 1, 300}, {64, 128, 1}, {128, 64, 5},  {130, 70, 33}};
}

// Up to 12 tiles all of them; of more, every second or third or …, beginning with the first.
std::vector<Tile> tiles_in_full() {
  constexpr size_t kMost = 12;
  const std::vector<Tile>& all = tiles_under_test();
  const size_t stride = (all.size() + kMost - 1) / kMost;
  std::vector<Tile> some;
  for (size_t i = 0; i < all.size(); i += stride) some.push_back(all[i]);
  return some;
}

std::set<int> values_of(const std::vector<Tile>& tiles, int Tile::*extent) {
  std::set<int> values;
  for (const Tile& tile : tiles) values.insert(tile.*extent);
  return values;
}

}  // namespace

TEST_CASE("the tiles tested in full have every value that an extent of a tile takes") {
  int Tile::*const extents[] = {&Tile::BM, &Tile::BN, &Tile::BK, &Tile::TM,
                                &Tile::TN, &Tile::WM, &Tile::WN, &Tile::stages};
  const std::vector<Tile> some = tiles_in_full();
  for (const auto extent : extents)
    CHECK(values_of(some, extent) == values_of(tiles_under_test(), extent));
  CHECK(name_of(some.front()) == name_of(tiles_under_test().front()));
}

TEST_CASE("the sampled extents hold every order of M, N and K and every value in each place") {
  std::set<int> ms, ns, ks;
  std::set<std::string> orders;
  for (const Extents& e : sampled_extents()) {
    ms.insert(e.M), ns.insert(e.N), ks.insert(e.K);
    if (e.M != e.N && e.N != e.K && e.M != e.K)
      orders.insert(std::string(e.M < e.N ? "M<N " : "M>N ") + (e.N < e.K ? "N<K " : "N>K ") +
                    (e.M < e.K ? "M<K" : "M>K"));
  }
  CHECK(ms.size() == 14);
  CHECK(ns.size() == 14);
  CHECK(ks.size() == 14);
  CHECK(orders.size() == 6);
}

TEST_CASE("every tile is right at the edges, transposed or not, with gaps and with beta") {
  for (const Tile& tile : tiles_under_test()) {
    for (const Extents& e : special_extents()) check_shape(shape_of(e, false, false, false), tile);
    for (const bool trans : {false, true}) {
      Shape shape = shape_of({130, 70, 33}, trans, !trans, true);
      shape.beta = 2.5f;
      check_shape(shape, tile);
    }
  }
}

TEST_CASE("every shape is right") {
  for (const Tile& tile : tiles_in_full())
    for (const Extents& e : sampled_extents()) check_shape(shape_of(e, false, false, false), tile);
}

TEST_CASE("whole tiles are multiplied in place, others are packed") {
  for (const Tile& tile : tiles_under_test()) {
    const Shape whole = packed_shape(2 * tile.BM, 3 * tile.BN, 5 * tile.BK);
    Problem problem(whole, Init::uniform, 1);
    Sgemm sgemm(problem, tile);
    CHECK_FALSE(sgemm.packs());
    check_run(problem, tile);

    Problem transposed(packed_shape(2 * tile.BM, 3 * tile.BN, 5 * tile.BK, true, false),
                       Init::uniform, 1);
    CHECK(Sgemm(transposed, tile).packs());
    for (int tiles = 1; tiles <= 4; ++tiles)
      check_shape(packed_shape(tile.BM, tile.BN, tiles * tile.BK), tile);
  }
}

TEST_CASE("an empty extent leaves C = beta·C") {
  const Tile& tile = tiles_under_test().front();
  for (const float beta : {0.0f, 2.5f}) {
    for (const Extents& e :
         {Extents{0, 5, 7}, Extents{5, 0, 7}, Extents{5, 7, 0}, Extents{0, 0, 0}}) {
      Shape shape = shape_of(e, false, false, true);
      shape.beta = beta;
      check_shape(shape, tile);
    }
  }
}

TEST_CASE("transposed operands and long rows are right") {
  for (const Tile& tile : tiles_in_full())
    for (const bool trans_a : {false, true})
      for (const bool trans_b : {false, true})
        for (const bool gap : {false, true}) {
          for (const Extents& e : special_extents())
            check_shape(shape_of(e, trans_a, trans_b, gap), tile);
          check_shape(shape_of({64, 33, 100}, trans_a, trans_b, gap), tile);
          check_shape(shape_of({128, 128, 64}, trans_a, trans_b, gap), tile);
        }
}

TEST_CASE("alpha and beta are applied") {
  for (const Tile& tile : tiles_in_full())
    for (const float alpha : {1.0f, 0.0f, -0.5f, 2.5f})
      for (const float beta : {1.0f, 0.0f, -0.5f, 2.5f})
        for (const Extents& e : {Extents{128, 256, 64}, Extents{35, 79, 19}}) {
          Shape shape = shape_of(e, false, true, e.M == 35);
          shape.alpha = alpha;
          shape.beta = beta;
          check_shape(shape, tile);
        }
}

TEST_CASE("with alpha 0 neither A nor B is read, with beta 0 C is not") {
  const Tile& tile = tiles_under_test().front();
  Shape shape = shape_of({40, 50, 60}, false, false, false);
  shape.alpha = 0;
  shape.beta = 2.5f;
  Problem no_product(shape, Init::uniform, 1);
  no_product.A.fill_bytes(0xFF);
  no_product.B.fill_bytes(0xFF);
  check_run(no_product, tile);
  for (const float c : no_product.C.download()) REQUIRE(std::isfinite(c));

  shape.alpha = 1;
  shape.beta = 0;
  Problem no_c(shape, Init::uniform, 1);
  check_run(no_c, tile);
  for (const float c : no_c.C.download()) REQUIRE(std::isfinite(c));
}

TEST_CASE("NaN and infinity end up where IEEE arithmetic puts them") {
  const Tile& tile = tiles_under_test().front();
  const int M = 37, N = 66, K = 45;
  Shape shape = packed_shape(M, N, K);
  shape.beta = 1;
  Problem problem(shape, Init::uniform, 3);
  std::vector<float> a = problem.A.download(), b = problem.B.download(), c = problem.C0.download();
  a[5 * K + 7] = kNan;    // row 5
  a[9 * K + 0] = kInf;    // row 9
  b[3 * N + 11] = -kInf;  // column 11
  b[0 * N + 20] = 0;      // Inf·0 at (9, 20)
  c[30 * N + 40] = kNan;
  c[31 * N + 41] = kInf;
  problem.A.upload(a);
  problem.B.upload(b);
  problem.C0.upload(c);
  check_run(problem, tile);

  const std::vector<float> result = problem.C.download();
  CHECK(std::isnan(result[5 * N + 0]));
  CHECK(std::isnan(result[5 * N + N - 1]));
  CHECK(result[9 * N + 1] == (b[1] > 0 ? kInf : -kInf));
  CHECK(std::isnan(result[9 * N + 20]));
  CHECK(result[2 * N + 11] == (a[2 * K + 3] > 0 ? -kInf : kInf));
  CHECK(std::isnan(result[30 * N + 40]));
  CHECK(result[31 * N + 41] == kInf);
  CHECK(std::isfinite(result[6 * N + 10]));
}

TEST_CASE("values from denormal to 1e15 are right") {
  const Tile& tile = tiles_under_test().front();
  for (const float scale : {kDenormal * 1000, 1e-30f, 1e-15f, 1e-3f, 1e15f}) {
    Problem problem(packed_shape(65, 33, 70), Init::uniform, 5);
    std::vector<float> a = problem.A.download();
    for (float& value : a) value *= scale;
    problem.A.upload(a);
    check_run(problem, tile);
  }
  Problem mixed(packed_shape(65, 33, 70), Init::normal, 5);
  std::vector<float> a = mixed.A.download(), b = mixed.B.download();
  for (size_t i = 0; i < a.size(); ++i) a[i] *= i % 3 == 0 ? 1e15f : i % 3 == 1 ? 1e-15f : 1;
  for (size_t i = 0; i < b.size(); ++i) b[i] *= i % 2 == 0 ? 1e-15f : 1e15f;
  mixed.A.upload(a);
  mixed.B.upload(b);
  check_run(mixed, tile);
}

TEST_CASE("integers are exact") {
  const Tile& tile = tiles_under_test().front();
  Problem problem(packed_shape(100, 65, 129), Init::integers, 11);
  Sgemm sgemm(problem, tile);
  const Verification v = verify(problem, sgemm, VerifyMethod::fp64);
  CHECK(v.passed());
  CHECK(v.max_error == 0);
}

TEST_CASE("a shape that the tile does not divide is refused when launched directly") {
  for (const Tile& tile : tiles_under_test()) {
    if (tile.BM == 1) continue;  // 01 and 02 take any shape
    DeviceBuffer<float> buffer(4 * tile.BM * tile.BN * tile.BK);
    float* x = buffer.data();
    CHECK_THROWS_AS(tile.launch(tile.BM + 1, tile.BN, tile.BK, 1, x, x, 0, x, nullptr),
                    BadArguments);
    CHECK_THROWS_AS(tile.launch(tile.BM, tile.BN - 1, tile.BK, 1, x, x, 0, x, nullptr),
                    BadArguments);
    CHECK_THROWS_AS(tile.launch(tile.BM, tile.BN, tile.BK + 1, 1, x, x, 0, x, nullptr),
                    BadArguments);
  }
  CHECK(tiles_under_test().size() >= 1);
}

// Hidden: minutes on a CPU, seconds and tens of GiB on a GPU.
TEST_CASE("big shapes are right", "[.big]") {
  const Tile& tile = tiles_under_test().front();
  for (const Extents& e :
       {Extents{4096, 4096, 4096}, Extents{8192, 8192, 512}, Extents{65536, 65536, 64},
        Extents{1, 65536, 4096}, Extents{2200000, 8, 8}, Extents{8, 2200000, 8}})
    check_shape(packed_shape(e.M, e.N, e.K), tile, Init::uniform, VerifyMethod::freivalds);
}

TEST_CASE("cases run are counted for the record") {
  WARN(cases_run() << " products verified");
  CHECK(cases_run() > 0);
}
