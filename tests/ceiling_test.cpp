// Ceilings against bounds worked out by hand.
#include "common/ceiling.hpp"

#include "common/compiled_loads.hpp"
#include "common/error.hpp"
#include "tests/catch.hpp"

using gemm::Bound;
using gemm::Ceiling;
using gemm::Counts;

namespace {

// 10 SMs of 100 lanes at 1 GHz: 10¹⁰ cycles of SMs per second.
const gemm::Model kModel = {"toy", "Toy", "sm_90", 10, 100, 1, 2, 4};
const gemm::Tile kTile = {nullptr, 32, 64, 8};

double bound(const Ceiling& ceiling, const std::string& resource) {
  for (const Bound& each : ceiling.bounds)
    if (each.resource == resource) return each.tflops;
  return -1;
}

// A 64 cube in 2 blocks of 96 threads.
Ceiling ceiling(const Counts& counts, const gemm::Model& model = kModel, float beta = 0) {
  gemm::Shape shape = gemm::packed_shape(64, 64, 64);
  shape.beta = beta;
  gemm::LaunchInfo launch;
  launch.grid = dim3(1, 2);
  launch.block = dim3(32, 3);
  return ceiling_of(counts, shape, kTile, launch, model);
}

Counts some_counts() {
  Counts counts;
  counts.ffma = 64 * 64 * 64;
  counts.global_load = {1000, 9000, 4000, 7000};
  counts.global_store = {100, 500, 450, 300};
  counts.shared_load = {5000, 9000, 5000};
  counts.shared_store = {200, 500, 200};
  counts.async = {50, 100, 60, 70};
  counts.barriers = 30;
  return counts;
}

bool is(double value, double wanted) { return std::abs(value - wanted) <= 1e-9 * wanted; }

}  // namespace

TEST_CASE("each bound is what is asked for at the resource's full speed") {
  const double flop = 2.0 * 64 * 64 * 64, tera = 1e-12, cycles = 1e10;
  const Ceiling c = ceiling(some_counts());
  CHECK(is(bound(c, "FFMA issue"), 2 * 100 * cycles * tera));
  // 262144 / 32 FFMA, the requests, and 3 warps at 30 barriers; 4 per cycle.
  CHECK(is(bound(c, "issue slots"),
           flop / (8192 + 1000 + 100 + 5000 + 200 + 50 + 90) * 4 * cycles * tera));
  // Shared 9000 + 500 + 70; loads 1000 (4000 sectors are as many wavefronts); stores 112.5.
  CHECK(is(bound(c, "shared and L1 wavefronts"),
           flop / (9000 + 500 + 70 + 1000 + 112.5) * cycles * tera));
  CHECK(is(bound(c, "L1 lookups"), flop / (7000 + 300 + 60) * cycles * tera));
  // 307200 bytes were asked for; 4·(262144/64 + 262144/32 + 4096) = 65536 are enough.
  CHECK(is(bound(c, "L2 bytes"), flop / 65536 * 4));
  CHECK(is(bound(c, "DRAM bytes"), flop / (4 * 3 * 4096) * 2));
}

TEST_CASE("the ceiling is the lowest bound") {
  Counts counts = some_counts();
  CHECK(ceiling(counts).limited_by == "shared and L1 wavefronts");
  counts.global_load.lines = 100000;
  const Ceiling c = ceiling(counts);
  CHECK(c.limited_by == "L1 lookups");
  CHECK(c.tflops == bound(c, "L1 lookups"));
}

TEST_CASE("C that is read counts twice") {
  const double flop = 2.0 * 64 * 64 * 64;
  CHECK(is(bound(ceiling(some_counts(), kModel, 1), "DRAM bytes"), flop / (4 * 4 * 4096) * 2));
}

TEST_CASE("a bandwidth that nobody knows bounds nothing") {
  gemm::Model model = kModel;
  model.l2_tbs = 0;
  CHECK(bound(ceiling(some_counts(), model), "L2 bytes") == -1);
  CHECK(ceiling(some_counts(), model).bounds.size() == 5);
}

TEST_CASE("every model's clock gives its data sheet's FP32 rate") {
  const std::vector<std::pair<std::string, double>> sheets = {{"h200", 67},      {"h100", 67},
                                                              {"a100", 19.5},    {"v100", 15.7},
                                                              {"rtx4090", 82.6}, {"rtx3090", 35.6}};
  CHECK(gemm::models().size() == sheets.size());
  for (const auto& [name, tflops] : sheets) {
    const gemm::Model& model = gemm::find_model(name);
    INFO(name);
    const double rate = 2 * model.sm_count * model.fp32_lanes * model.ghz / 1000;
    CHECK(std::abs(rate - tflops) < 0.005 * tflops);
    CHECK(model.dram_tbs > 0);
  }
  CHECK_THROWS_AS(gemm::find_model("h999"), gemm::BadArguments);
}

TEST_CASE("what ptxas makes of shared loads takes the place of what is written") {
  CHECK_FALSE(gemm::compiled_loads("10_warptile", "sm_90"));
  CHECK_FALSE(gemm::compiled_loads("03_smem", "sm_80"));
  const auto loads = gemm::compiled_loads("03_smem", "sm_90");
  REQUIRE(loads);
  const Counts made = as_compiled(some_counts(), *loads);
  CHECK(made.shared_load.requests == 3125);    // 5/8
  CHECK(made.shared_load.wavefronts == 6750);  // 3/4
  CHECK(made.shared_store.wavefronts == 500);
  CHECK(made.global_load.requests == 1000);
}
