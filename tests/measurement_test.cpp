// The arithmetic behind measured numbers, without a device.
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "common/gpu/ceiling_cache.hpp"
#include "common/gpu/roofline.hpp"
#include "common/gpu/sampler.hpp"
#include "tests/catch.hpp"

using namespace gemm;

TEST_CASE("percentiles interpolate between neighbours") {
  CHECK(percentile({}, 0.5) == 0);
  CHECK(percentile({4}, 0.9) == 4);
  CHECK(percentile({1, 2, 3, 4}, 0.5) == Approx(2.5));
  CHECK(percentile({0, 10}, 0.1) == Approx(1));
}

TEST_CASE("a summary does not depend on the order of the samples") {
  const Timing timing = summarize({5, 1, 4, 2, 3});
  CHECK(timing.median_ms == Approx(3));
  CHECK(timing.p10_ms == Approx(1.4));
  CHECK(timing.p90_ms == Approx(4.6));
  CHECK(timing.samples == 5);
}

TEST_CASE("sampling stops when the medians are stable or patience ends") {
  const std::vector<double> steady(40, 1.0);
  std::vector<double> drifting = steady;
  for (size_t i = 20; i < drifting.size(); ++i) drifting[i] = 1.01;
  CHECK(is_stable(steady));
  CHECK_FALSE(is_stable(drifting));

  CHECK_FALSE(enough({steady}, 0.4, 0.5));
  CHECK(enough({steady}, 0.5, 0.5));
  CHECK_FALSE(enough({steady, drifting}, 0.5, 0.5));
  CHECK(enough({steady, drifting}, 2.0, 0.5));
  CHECK_FALSE(enough({{1.0, 1.0, 1.0}}, 0.5, 0.5));
}

TEST_CASE("the roofline of a 4096³ product") {
  const Shape shape = packed_shape(4096, 4096, 4096);
  CHECK(compulsory_bytes(shape) == 3.0 * 4096 * 4096 * 4);
  Tile tile{};
  tile.BM = 128, tile.BN = 64;
  // Each element of A is read N/64 times, each of B M/128 times.
  CHECK(kernel_bytes(shape, tile) == (64.0 + 32.0 + 1.0) * 4096 * 4096 * 4);

  const Roofline roof = roofline(shape, tile, {60, 4, 8, 30}, 4.5812984490666667);
  CHECK(roof.intensity == Approx(4096 / 6.0));
  CHECK(roof.attainable_tflops == 60);  // 4 TB/s · 683 FLOP/byte is more
  CHECK(roof.fraction == Approx(0.5));
}

TEST_CASE("the roof of a product with few FLOP per byte is the memory's") {
  Shape shape = packed_shape(4096, 1, 4096);
  shape.beta = 1;
  CHECK(compulsory_bytes(shape) == 4.0 * (4096.0 * 4096 + 4096 + 2 * 4096));
  const Roofline roof = roofline(shape, {}, {60, 4, 8, 30}, 1);
  CHECK(roof.attainable_tflops == Approx(4 * roof.intensity));
}

TEST_CASE("cached ceilings survive a round trip, a damaged file counts as none") {
  const std::string path =
      std::filesystem::temp_directory_path() / ("ceilings-" + std::to_string(getpid()));
  CHECK_FALSE(load_ceilings(path));
  store_ceilings(path, {60, 4, 8, 30});
  const auto loaded = load_ceilings(path);
  REQUIRE(loaded);
  CHECK(loaded->fp32_tflops == 60);
  CHECK(loaded->dram_tbs == 4);
  CHECK(loaded->l2_tbs == 8);
  CHECK(loaded->shared_tbs == 30);
  std::ofstream(path) << "{\"fp32_tflops\": 60";
  CHECK_FALSE(load_ceilings(path));
  std::remove(path.c_str());
}
