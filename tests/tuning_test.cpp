// Choosing a tile: rules and ratios against values worked out by hand, halving with a made-up timer.
#include <map>
#include <string>
#include <vector>

#include "common/tuning/configuration.hpp"
#include "common/tuning/halving.hpp"
#include "common/tuning/rules.hpp"
#include "tests/catch.hpp"

using namespace gemm;

namespace {

// BM, BN, BK, TM, TN, WM, WN.
Tile tile(int BM, int BN, int BK, int TM, int TN, int WM = 0, int WN = 0) {
  return {nullptr, BM, BN, BK, TM, TN, WM, WN};
}

// Fits anywhere: 10 blocks of 256 threads.
Configuration sound(const Tile& tile) {
  Configuration c;
  c.tile = tile;
  c.threads = 256;
  c.registers = 100;
  c.shared_bytes = 1000;
  c.blocks_per_sm = 1;
  c.blocks = 10;
  return c;
}

constexpr TuningLimits kLimits = {10, 50000};

// What each rule removed, by its name.
std::map<std::string, std::vector<std::string>> removed(const std::vector<Configuration>& all) {
  std::map<std::string, std::vector<std::string>> by_rule;
  for (const Removal& removal : prune(all, kLimits).removals) {
    CHECK_FALSE(removal.reason.empty());
    if (!removal.tiles.empty()) by_rule[removal.rule] = removal.tiles;
  }
  return by_rule;
}

const Tile kBig = tile(128, 128, 16, 8, 8), kSmall = tile(64, 64, 16, 4, 4);

using Removed = std::map<std::string, std::vector<std::string>>;

Removed only(const std::string& rule, const Tile& tile) { return {{rule, {name_of(tile)}}}; }

}  // namespace

TEST_CASE("elements of C per thread") {
  const auto is = [](ThreadTile made, int rows, int cols) {
    return made.rows == rows && made.cols == cols;
  };
  CHECK(is(thread_tile(kBig, 256), 8, 8));
  CHECK(is(thread_tile(tile(64, 128, 16, 4, 8), 256), 4, 8));
  // Several pieces for each of 16×16 threads.
  CHECK(is(thread_tile(tile(128, 256, 16, 4, 4), 256), 8, 16));
  // A warp has 4×8 lanes.
  CHECK(is(thread_tile(tile(128, 128, 16, 8, 4, 32, 64), 256), 8, 8));
  CHECK(is(thread_tile(tile(64, 64, 32, 4, 4, 16, 32), 256), 4, 4));
}

TEST_CASE("shared loads over multiply-adds") {
  CHECK(shared_load_ratio(kBig, 256) == Approx((2 * 8 + 4 * 8) / 64.0));           // 0.75
  CHECK(shared_load_ratio(kSmall, 256) == Approx((2 * 4 + 4 * 4) / 16.0));         // 1.5
  CHECK(shared_load_ratio(tile(256, 128, 8, 8, 8), 256) == Approx(0.5));           // 16×8 in rows
  CHECK(shared_load_ratio(tile(128, 64, 16, 4, 4), 256) == Approx(1));             // 8×4
  CHECK(shared_load_ratio(tile(128, 128, 16, 8, 8, 32, 64), 256) == Approx(0.5));  // z-order, 8×8
  CHECK(shared_load_ratio(tile(128, 128, 16, 8, 8, 64, 64), 128) == Approx(0.375));  // 16×8
}

TEST_CASE("waves") {
  CHECK(wave_efficiency(1024, 132, 1) == Approx(1024.0 / (8 * 132)));
  CHECK(wave_efficiency(1024, 132, 2) == Approx(1024.0 / (4 * 264)));
  CHECK(wave_efficiency(133, 132, 1) == Approx(133.0 / 264));
  CHECK(wave_efficiency(264, 132, 2) == Approx(1));
  // An SM cannot have more blocks at once than there are for it.
  CHECK(wave_efficiency(64, 132, 4) == Approx(64.0 / 132));
  CHECK(wave_efficiency(133, 132, 4) == Approx(133.0 / 264));
  CHECK(wave_efficiency(0, 132, 2) == 0);
  CHECK(wave_efficiency(64, 132, 0) == 0);
}

TEST_CASE("a configuration on a shape") {
  const Configuration whole = on_shape(sound(kBig), packed_shape(256, 512, 160));
  CHECK(whole.blocks == 2 * 4);
  CHECK(whole.useful == 1);
  const Configuration padded = on_shape(sound(kBig), packed_shape(129, 64, 20));
  CHECK(padded.blocks == 2);
  CHECK(padded.useful == Approx(129.0 * 64 * 20 / (256 * 128 * 32)));
  CHECK(efficiency(padded, 10) == Approx(padded.useful * 2 / 10));
}

TEST_CASE("an estimate for a model") {
  Model model;
  model.shared_kib = 100;
  model.threads = 1536;
  LaunchInfo launch;
  launch.block = dim3(256);
  const Configuration c = estimate(kBig, launch, model);
  CHECK(c.threads == 256);
  CHECK(c.registers == 64 + 8 + 8 + 32);
  CHECK_FALSE(c.spills);
  CHECK(c.shared_bytes == 4 * 16 * (128 + 128));
  CHECK(c.blocks_per_sm == 65536 / (112 * 256));  // 2, by registers
  // 40 registers: 6 blocks by threads; 32 KiB and the one that CUDA takes: 3.
  CHECK(estimate(tile(32, 32, 8, 2, 2), launch, model).blocks_per_sm == 6);
  launch.shared_bytes = 32 * 1024;
  CHECK(estimate(tile(32, 32, 8, 2, 2), launch, model).blocks_per_sm == 3);
  const Configuration big = estimate(tile(256, 256, 16, 8, 8), launch, model);
  CHECK(big.spills);
  CHECK(big.registers == 255);
}

namespace {
int launches = 0;
void fake_launcher(int M, int N, int K, float, const float*, const float*, float, float*,
                   cudaStream_t stream) {
  ++launches;
  launch(
      +[](int) {}, dim3(N / 64, M / 32), dim3(96), size_t{0}, stream, K);
}
}  // namespace

TEST_CASE("a launch is planned for one block, and not made") {
  Tile one = tile(32, 64, 8, 2, 2);
  one.launch = fake_launcher;
  const LaunchInfo info = plan_launch(one);
  CHECK(launches == 1);
  CHECK(info.block.x == 96);
  CHECK(info.grid.x == 1);
  CHECK(info.grid.y == 1);
  CHECK_FALSE(launches_only_noted());
}

TEST_CASE("what is sound stays, in order") {
  const std::vector<Configuration> all = {sound(tile(128, 128, 8, 8, 8)), sound(kBig)};
  const Pruned pruned = prune(all, kLimits);
  REQUIRE(pruned.left.size() == 2);
  CHECK(name_of(pruned.left[0].tile) == "128x128x8_8x8");
  CHECK(pruned.removals.size() == 6);
  CHECK(removed(all).empty());
}

TEST_CASE("each rule removes what breaks it") {
  const auto beside_a_sound_one = [](const Configuration& c) {
    return removed({sound(tile(128, 128, 8, 8, 8)), c});
  };
  Configuration c = sound(kBig);
  for (const int threads : {32, 2048}) {
    c.threads = threads;
    CHECK(beside_a_sound_one(c) == only("threads", kBig));
  }
  for (const int threads : {64, 1024}) {
    c.threads = threads;
    CHECK(beside_a_sound_one(c).count("threads") == 0);
  }
  c.threads = 96;
  CHECK(beside_a_sound_one(c) == only("divisibility", kBig));

  c = sound(kBig);
  c.spills = true;
  CHECK(beside_a_sound_one(c) == only("spills", kBig));

  c = sound(kBig);
  c.shared_bytes = 50000;
  CHECK(beside_a_sound_one(c).empty());
  c.shared_bytes = 50001;
  CHECK(beside_a_sound_one(c) == only("shared memory", kBig));
  c = sound(kBig);
  c.blocks_per_sm = 0;
  CHECK(beside_a_sound_one(c) == only("shared memory", kBig));
}

TEST_CASE("slow shared loads go unless they come with fuller waves") {
  Configuration small = sound(kSmall);
  CHECK(removed({sound(kBig), small}) == only("shared loads", kSmall));
  CHECK(removed({sound(tile(128, 64, 16, 4, 4)), small}) == only("shared loads", kSmall));
  CHECK(removed({small}).empty());
  Configuration few_blocks = sound(kBig);
  few_blocks.blocks = 6;
  CHECK(removed({few_blocks, small}).empty());
}

TEST_CASE("half the efficiency of the best is enough, less is not") {
  Configuration half = sound(kBig);
  half.blocks = 5;
  CHECK(removed({sound(tile(128, 128, 8, 8, 8)), half}).empty());
  half.blocks = 4;
  CHECK(removed({sound(tile(128, 128, 8, 8, 8)), half}) == only("waves", kBig));
  Configuration padded = sound(kBig);
  padded.useful = 0.4;
  CHECK(removed({sound(tile(128, 128, 8, 8, 8)), padded}) == only("waves", kBig));
}

namespace {

// What a made-up timer was asked: candidates and samples of each round.
struct Asked {
  std::vector<int> candidates;
  int samples;
};

// Scores from a list; a negative one stands for a candidate that does not work.
std::vector<HalvingRound> halve_list(const std::vector<double>& scores,
                                     std::vector<Asked>* asked = nullptr) {
  return halve(static_cast<int>(scores.size()), 5, [&](const std::vector<int>& who, int samples) {
    if (asked) asked->push_back({who, samples});
    std::vector<std::optional<double>> result;
    for (const int i : who)
      result.push_back(scores[i] < 0 ? std::nullopt : std::optional(scores[i]));
    return result;
  });
}

}  // namespace

TEST_CASE("halving keeps the better half and samples twice as often") {
  std::vector<Asked> asked;
  const auto rounds = halve_list({7, 3, 9, 1, 5, 8, 2}, &asked);
  REQUIRE(asked.size() == 3);
  CHECK(asked[0].candidates == std::vector<int>{0, 1, 2, 3, 4, 5, 6});
  CHECK(asked[0].samples == 5);
  CHECK(asked[1].candidates == std::vector<int>{1, 3, 4, 6});
  CHECK(asked[1].samples == 10);
  CHECK(asked[2].candidates == std::vector<int>{3, 6});
  CHECK(asked[2].samples == 20);
  REQUIRE(rounds.size() == 3);
  CHECK(rounds[2].samples == 20);
  CHECK(rounds[2].ranking.front().candidate == 3);
  CHECK(rounds[0].ranking.back().candidate == 2);
  CHECK(rounds_of(7) == 3);
}

TEST_CASE("halving decides by the round, not by the rounds before") {
  int round = 0;
  const auto rounds = halve(4, 1, [&](const std::vector<int>& who, int) {
    ++round;
    std::vector<std::optional<double>> scores;
    for (const int i : who) scores.push_back(round == 1 ? i : -i);  // 0 and 1, then 1 before 0
    return scores;
  });
  REQUIRE(rounds.size() == 2);
  CHECK(rounds.back().ranking.front().candidate == 1);
}

TEST_CASE("what does not work leaves the halving") {
  std::vector<Asked> asked;
  halve_list({-1, 4, -1, 3, 2, 1}, &asked);
  REQUIRE(asked.size() == 2);
  CHECK(asked[1].candidates == std::vector<int>{4, 5});

  CHECK(halve_list({-1, 6, -1}).back().ranking.front().candidate == 1);
  const auto none = halve_list({-1, -1, -1});
  REQUIRE(none.size() == 1);
  CHECK(none[0].ranking.empty());
}

TEST_CASE("halving of one and of none, and of equals") {
  CHECK(halve_list({4}).size() == 1);
  CHECK(halve_list({}).empty());
  const auto equals = halve_list({1, 1, 1});
  CHECK(equals.back().ranking.front().candidate == 0);
  CHECK(equals.front().ranking.back().candidate == 2);
}

TEST_CASE("a round takes no more samples than there is time for") {
  CHECK(affordable_samples(40, 5, 10, 400) == 40);
  CHECK(affordable_samples(40, 5, 10.5, 400) == 38);
  CHECK(affordable_samples(40, 5, 100, 400) == 5);
  CHECK(affordable_samples(40, 5, 0, 400) == 40);
}

TEST_CASE("rounds are foreseen") {
  for (const int count : {0, 1, 2, 3, 4, 5, 8, 9, 44}) {
    std::vector<double> scores;
    for (int i = 0; i < count; ++i) scores.push_back(i);
    CHECK(rounds_of(count) == static_cast<int>(halve_list(scores).size()));
  }
}
