// A stage's command line: every option, every default, and one sentence for what cannot be.
#include "common/options.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "common/backend.hpp"
#include "common/error.hpp"
#include "common/memory_check.hpp"
#include "tests/catch.hpp"

using namespace gemm;
namespace fs = std::filesystem;

namespace {

const std::vector<Tile> kTiles = {{nullptr, 64, 128, 8, 4, 2},
                                  {nullptr, 32, 16, 24, 8, 1, 16, 8, 2}};

Options parse(std::vector<std::string> arguments, const std::vector<Tile>& tiles = kTiles) {
  arguments.insert(arguments.begin(), "05_stage");
  std::vector<char*> argv;
  for (std::string& each : arguments) argv.push_back(each.data());
  return parse_options(static_cast<int>(argv.size()), argv.data(), "05_stage", tiles);
}

// Why the arguments are refused; empty when they are not.
std::string refusal(const std::vector<std::string>& arguments, const std::vector<Tile>& tiles) {
  try {
    parse(arguments, tiles);
  } catch (const BadArguments& error) {
    return error.what();
  }
  return "";
}

// The refusal is one sentence that holds `part`.
void check_refused(const std::vector<std::string>& arguments, const std::string& part,
                   const std::vector<Tile>& tiles = kTiles) {
  std::string line;
  for (const std::string& each : arguments) line += each + " ";
  const std::string text = refusal(arguments, tiles);
  INFO(line << "→ " << text);
  REQUIRE_FALSE(text.empty());
  CHECK(text.find('\n') == std::string::npos);
  CHECK(text.back() == '.');
  CHECK(text.find(part) != std::string::npos);
}

fs::path temporary_folder() {
  const fs::path folder = fs::temp_directory_path() / "sgemm_options_test";
  fs::create_directories(folder);
  return folder;
}

}  // namespace

TEST_CASE("defaults") {
  const Options options = parse({});
  CHECK(options.stage == "05_stage");
  CHECK(name_of(options.tile) == name_of(kTiles[0]));
  CHECK(options.shape.M == default_size());
  CHECK(options.shape.N == default_size());
  CHECK(options.shape.K == default_size());
  CHECK(options.shape.alpha == 1);
  CHECK(options.shape.beta == 0);
  CHECK_FALSE(options.shape.trans_a);
  CHECK_FALSE(options.shape.trans_b);
  CHECK(options.shape.lda == default_size());
  CHECK(options.shape.ldb == default_size());
  CHECK(options.shape.ldc == default_size());
  CHECK(options.seed == 1);
  CHECK(options.init == Init::uniform);
  CHECK(options.verify == VerifyMethod::fp64);
  CHECK(options.l2 == L2State::cold);
  CHECK(options.compare_cublas);
  CHECK_FALSE(options.roofline);
  CHECK(options.json.empty());
  CHECK(options.device == 0);
}

TEST_CASE("what is counted and for which GPU") {
  CHECK_FALSE(asks_for_counts(parse({})));
  CHECK(parse({}).model == "h200");
  CHECK(parse({"--model", "a100"}).model == "a100");
  check_refused({"--model", "h999"}, "--model");
  CHECK(parse({"--annotate"}).annotate);
  CHECK(asks_for_counts(parse({"--annotate"})));
  CHECK(asks_for_counts(parse({"--counts"})));
  CHECK(parse({"--access-map", "41"}).access_map == 41);
  CHECK(asks_for_counts(parse({"--access-map", "41"})));
  check_refused({"--access-map", "0"}, "--access-map");
  check_refused({"--access-map", "x"}, "--access-map");
  check_refused({"--svg", "a.svg"}, "--svg");
  check_refused({"--access-map", "41", "--svg", "/nonexistent/a.svg"}, "/nonexistent/a.svg");
}

TEST_CASE("a sample of blocks gives no result to verify") {
  CHECK(parse({}).sample_blocks == 0);
  const Options options = parse({"--sample-blocks", "9"});
  CHECK(options.sample_blocks == 9);
  CHECK(options.verify == VerifyMethod::none);
  CHECK(asks_for_counts(options));
  CHECK(parse({"--sample-blocks", "20", "--verify", "none"}).sample_blocks == 20);
  for (const char* few : {"-1", "0", "8", "many"})
    check_refused({"--sample-blocks", few}, "--sample-blocks");
  check_refused({"--sample-blocks", "9", "--verify", "fp64"}, "--sample-blocks");
}

TEST_CASE("sizes") {
  const Options each = parse({"-m", "3", "-n", "5", "-k", "7"});
  CHECK(each.shape.M == 3);
  CHECK(each.shape.N == 5);
  CHECK(each.shape.K == 7);
  CHECK(each.shape.lda == 7);
  CHECK(each.shape.ldb == 5);
  CHECK(each.shape.ldc == 5);
  const Options all = parse({"--size", "9"});
  CHECK(all.shape.M == 9);
  CHECK(all.shape.N == 9);
  CHECK(all.shape.K == 9);
  const Options one = parse({"-n", "5"});
  CHECK(one.shape.M == default_size());
  CHECK(one.shape.N == 5);
  CHECK(one.shape.K == default_size());
  CHECK(parse({"-m", "0", "-n", "0", "-k", "0"}).shape.M == 0);
  CHECK(parse({"-m", "2147482624"}).shape.M == 2147482624);
}

TEST_CASE("sizes that are none are refused") {
  for (const std::string option : {"-m", "-n", "-k", "--size", "--lda", "--ldb", "--ldc"}) {
    for (const std::string value :
         {"-5", "-1", "abc", "1.5", "12x", "", "2147482625", "4294967296", "99999999999999999999"})
      check_refused({option, value}, option);
    check_refused({option}, option);
  }
  check_refused({"--size", "8", "-m", "4"}, "--size");
  check_refused({"--size", "8", "-n", "4"}, "--size");
  check_refused({"-k", "4", "--size", "8"}, "--size");
}

TEST_CASE("transposed operands and rows longer than needed") {
  const std::vector<std::string> shape = {"-m", "3", "-n", "5", "-k", "7"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), shape.begin(), shape.end());
    return more;
  };
  const Shape transposed = parse(with({"--trans-a", "--trans-b"})).shape;
  CHECK(transposed.trans_a);
  CHECK(transposed.trans_b);
  CHECK(transposed.lda == 3);
  CHECK(transposed.ldb == 7);
  CHECK(transposed.ldc == 5);
  const Shape gaps = parse(with({"--lda", "10", "--ldb", "11", "--ldc", "12"})).shape;
  CHECK(gaps.lda == 10);
  CHECK(gaps.ldb == 11);
  CHECK(gaps.ldc == 12);
  CHECK(parse(with({"--lda", "7", "--ldb", "5", "--ldc", "5"})).shape.lda == 7);
  CHECK(parse(with({"--trans-a", "--lda", "3"})).shape.lda == 3);

  check_refused(with({"--lda", "6"}), "at least 7");
  check_refused(with({"--ldb", "4"}), "at least 5");
  check_refused(with({"--ldc", "4"}), "at least 5");
  check_refused(with({"--trans-a", "--lda", "2"}), "at least 3");
  check_refused(with({"--trans-b", "--ldb", "6"}), "at least 7");
}

TEST_CASE("scalars") {
  const Options options = parse({"--alpha", "-0.5", "--beta", "2.5"});
  CHECK(options.shape.alpha == -0.5f);
  CHECK(options.shape.beta == 2.5f);
  check_refused({"--alpha", "x"}, "--alpha");
  check_refused({"--beta", "1,5"}, "--beta");
  check_refused({"--beta"}, "--beta");
}

TEST_CASE("tiles") {
  CHECK(name_of(kTiles[0]) == "64x128x8_4x2");
  CHECK(name_of(kTiles[1]) == "32x16x24_16x8_8x1_2stages");
  for (const Tile& tile : kTiles)
    CHECK(name_of(parse({"--tile", name_of(tile)}).tile) == name_of(tile));
  check_refused({"--tile", "nope"}, "--list-tiles");
  check_refused({"--tile", "64x128x8"}, "--list-tiles");
}

TEST_CASE("how the tile is chosen") {
  CHECK(parse({}).tune == Tune::if_known);
  CHECK(parse({}).tiles.size() == kTiles.size());
  CHECK(parse({}).cache.empty());
  CHECK(parse({"--tile", name_of(kTiles[1])}).tune == Tune::never);
  CHECK(parse({"--tile", name_of(kTiles[0])}).tune == Tune::never);
  CHECK(parse({"--tune"}).tune == Tune::if_unknown);
  CHECK(parse({"--retune"}).tune == Tune::anew);
  CHECK(parse({"--tune", "--retune"}).tune == Tune::anew);
  CHECK(parse({"--cache", "tuned.jsonl"}).cache == "tuned.jsonl");
  CHECK(parse({"--cache", "tuned.jsonl"}).tune == Tune::if_known);
}

TEST_CASE("tuning that makes no sense is refused") {
  const std::string tile = name_of(kTiles[1]);
  check_refused({"--tune", "--tile", tile}, "leave out --tune");
  check_refused({"--tile", tile, "--retune"}, "leave out --retune");
  check_refused({"--tile", tile, "--cache", "tuned.jsonl"}, "leave out --cache");
  check_refused({"--cache", "/nonexistent/tuned.jsonl"}, "/nonexistent/tuned.jsonl");
  check_refused({"--cache", ""}, "--cache");
  for (const std::string option : {"--tune", "--retune"}) {
    for (const std::string extent : {"-m", "-n", "-k"})
      check_refused({option, extent, "0"}, "needs a product");
    check_refused({option, "--alpha", "0"}, "needs a product");
    check_refused({option}, "one tile", {kTiles[0]});
  }
}

TEST_CASE("words") {
  CHECK(parse({"--init", "uniform"}).init == Init::uniform);
  CHECK(parse({"--init", "normal"}).init == Init::normal);
  CHECK(parse({"--init", "integers"}).init == Init::integers);
  CHECK(parse({"--init", "ones"}).init == Init::ones);
  CHECK(parse({"--verify", "fp64"}).verify == VerifyMethod::fp64);
  CHECK(parse({"--verify", "freivalds"}).verify == VerifyMethod::freivalds);
  CHECK(parse({"--verify", "none"}).verify == VerifyMethod::none);
  CHECK(parse({"--l2", "hot"}).l2 == L2State::hot);
  CHECK(parse({"--l2", "cold"}).l2 == L2State::cold);
  CHECK_FALSE(parse({"--compare", "none"}).compare_cublas);
  CHECK(parse({"--compare", "cublas"}).compare_cublas);
  CHECK(parse({"--roofline"}).roofline);
  for (const std::string option : {"--init", "--verify", "--l2", "--compare"})
    for (const std::string value : {"nope", "Uniform", "fp32", "1"})
      check_refused({option, value}, option + " '" + value + "'");
}

TEST_CASE("the words that are read are the words that are written") {
  for (const Init init : {Init::uniform, Init::normal, Init::integers, Init::ones})
    CHECK(parse({"--init", to_string(init)}).init == init);
  for (const auto method : {VerifyMethod::fp64, VerifyMethod::freivalds, VerifyMethod::none})
    CHECK(parse({"--verify", to_string(method)}).verify == method);
  for (const L2State state : {L2State::cold, L2State::hot})
    CHECK(parse({"--l2", to_string(state)}).l2 == state);
}

TEST_CASE("numbers") {
  CHECK(parse({"--seed", "18446744073709551615"}).seed == ~uint64_t{0});
  CHECK(parse({"--min-time", "0.25"}).min_time == 0.25);
  CHECK(parse({"--device", "3"}).device == 3);
  check_refused({"--seed", "-1"}, "--seed");
  check_refused({"--seed", "x"}, "--seed");
  check_refused({"--device", "x"}, "--device");
  for (const std::string value : {"-1", "nan", "inf", "3601", "x"})
    check_refused({"--min-time", value}, "--min-time");
}

TEST_CASE("the reference is FP64 where that is quick, else Freivalds, unless one is asked for") {
  int quick = 1;
  while (packed_shape(quick + 1, quick + 1, quick + 1).flop() <= quick_reference_flop()) ++quick;
  const std::string slow = std::to_string(quick + 1);
  CHECK(parse({"--size", std::to_string(quick)}).verify == VerifyMethod::fp64);
  CHECK(parse({"--size", slow}).verify == VerifyMethod::freivalds);
  CHECK(parse({"--size", slow, "--verify", "fp64"}).verify == VerifyMethod::fp64);
}

TEST_CASE("what is not an option is refused") {
  check_refused({"--nope"}, "--nope");
  check_refused({"-x"}, "-x");
  check_refused({"128"}, "128");
  check_refused({"-m", "3", "-m", "4"}, "-m");
}

TEST_CASE("a JSON path is checked, and not touched, before anything runs") {
  const fs::path folder = temporary_folder();
  CHECK(parse({"--json", "-"}).json == "-");
  const std::string fresh = (folder / "fresh.json").string();
  CHECK(parse({"--json", fresh}).json == fresh);
  CHECK_FALSE(fs::exists(fresh));

  const std::string old = (folder / "old.json").string();
  std::ofstream(old) << "kept";
  CHECK(parse({"--json", old}).json == old);
  CHECK(fs::file_size(old) == 4);

  check_refused({"--json", "/nonexistent/x.json"}, "/nonexistent/x.json");
  check_refused({"--json", folder.string()}, folder.string());
  check_refused({"--json", old + "/x.json"}, "x.json");
  fs::remove_all(folder);
}

TEST_CASE("operands must fit the memory to the byte") {
  Shape shape = packed_shape(3, 5, 7);
  shape.lda += 2;
  const size_t bytes = 4 * (3 * 9 + 7 * 5 + 3 * 5);
  CHECK_NOTHROW(require_memory(shape, bytes));
  CHECK_THROWS_AS(require_memory(shape, bytes - 1), DeviceError);
  shape.beta = 1;  // C is kept twice
  CHECK_NOTHROW(require_memory(shape, bytes + 4 * 3 * 5));
  CHECK_THROWS_AS(require_memory(shape, bytes + 4 * 3 * 5 - 1), DeviceError);
  CHECK_NOTHROW(require_memory(packed_shape(0, 0, 0), 0));
}

TEST_CASE("operands whose size in bytes exceeds 64 bits do not fit") {
  const int most = 2147482624;
  const size_t memory = size_t{1} << 40;
  CHECK_THROWS_AS(require_memory(packed_shape(most, most, most), memory), DeviceError);
  CHECK_THROWS_AS(require_memory(packed_shape(most, 1, most), memory), DeviceError);
  CHECK_THROWS_AS(require_memory(packed_shape(1, most, most), memory), DeviceError);
  CHECK_THROWS_AS(require_memory(packed_shape(most, most, 0), memory), DeviceError);
  CHECK_THROWS_AS(require_memory(packed_shape(65536, 65536, 65536), 4096), DeviceError);
  Shape wraps = packed_shape(1518500250, 1518500250, 0);  // twice 4·M·N bytes: 2^64 + 3·10^8
  wraps.beta = 1;
  CHECK_THROWS_AS(require_memory(wraps, memory), DeviceError);
  CHECK_NOTHROW(require_memory(packed_shape(most, 1, 1), memory));
}
