#include "common/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <utility>

#include "common/backend.hpp"
#include "common/error.hpp"
#include "common/json.hpp"
#include "common/models.hpp"

namespace gemm {
namespace {

constexpr int64_t kMaxExtent = 2147482624;  // rounded up to a tile it still fits 31 bits

template <typename Enum>
using Names = std::vector<std::pair<std::string, Enum>>;

const Names<Init> kInits = {{"uniform", Init::uniform},
                            {"normal", Init::normal},
                            {"integers", Init::integers},
                            {"ones", Init::ones}};
const Names<VerifyMethod> kMethods = {{"fp64", VerifyMethod::fp64},
                                      {"freivalds", VerifyMethod::freivalds},
                                      {"none", VerifyMethod::none}};
const Names<L2State> kL2States = {{"cold", L2State::cold}, {"hot", L2State::hot}};
const Names<LaneOrder> kLaneOrders = {{"forward", LaneOrder::forward},
                                      {"reverse", LaneOrder::reverse},
                                      {"random", LaneOrder::random}};
const Names<bool> kComparators = {{"cublas", true}, {"none", false}};

template <typename Enum>
std::string list(const Names<Enum>& names, const char* separator) {
  std::string text;
  for (const auto& [name, value] : names) text += (text.empty() ? "" : separator) + name;
  return text;
}

template <typename Enum>
Enum find(const Names<Enum>& names, const std::string& option, const std::string& given) {
  for (const auto& [name, value] : names)
    if (name == given) return value;
  throw BadArguments(
      fmt::format("{} '{}' is unknown: use one of {}.", option, given, list(names, ", ")));
}

template <typename Enum>
std::string name_in(const Names<Enum>& names, Enum value) {
  for (const auto& [name, each] : names)
    if (each == value) return name;
  return "?";
}

// The command line as given, before it is checked.
struct Raw {
  int64_t size = default_size();
  std::optional<int64_t> m, n, k, lda, ldb, ldc;
  std::string tile, init = "uniform", verify, l2 = "cold", compare = "cublas",
                    lane_order = "forward";
  std::string model = "h200";
  std::optional<int> access_map, sample_blocks;
  bool list_tiles = false, tune = false, retune = false;
};

void declare(CLI::App& app, Raw& raw, Options& options) {
  auto* m = app.add_option("-m", raw.m, "Rows of op(A) and C")->type_name("M");
  auto* n = app.add_option("-n", raw.n, "Columns of op(B) and C")->type_name("N");
  auto* k = app.add_option("-k", raw.k, "Columns of op(A) and rows of op(B)")->type_name("K");
  app.add_option("--size", raw.size, "M, N and K at once")
      ->type_name("S")
      ->capture_default_str()
      ->excludes(m, n, k);
  app.add_option("--alpha", options.shape.alpha, "Factor of the product")->capture_default_str();
  app.add_option("--beta", options.shape.beta, "Factor of the C before; 0 never reads it")
      ->capture_default_str();
  app.add_flag("--trans-a", options.shape.trans_a, "A is stored transposed, K rows of M");
  app.add_flag("--trans-b", options.shape.trans_b, "B is stored transposed, N rows of K");
  app.add_option("--lda", raw.lda, "Elements between rows of A as stored (default: no gap)");
  app.add_option("--ldb", raw.ldb, "Elements between rows of B as stored (default: no gap)");
  app.add_option("--ldc", raw.ldc, "Elements between rows of C (default: no gap)");
  app.add_option("--tile", raw.tile, "Tile configuration, see --list-tiles")->type_name("NAME");
  app.add_flag("--list-tiles", raw.list_tiles, "Print the names that --tile takes and exit");
  app.add_flag("--tune", raw.tune, "Try the stage's tiles and take the best, unless it is known");
  app.add_flag("--retune", raw.retune, "Try the stage's tiles, also where the best is known");
  app.add_option("--cache", options.cache, "Where the best tiles are kept (GPU)")
      ->type_name("FILE");
  app.add_option("--seed", options.seed, "Seed of the random operands")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--init", raw.init, "Values of the operands")
      ->type_name(list(kInits, "|"))
      ->capture_default_str();
  app.add_option("--verify", raw.verify, "Reference (default: fp64 where it is quick)")
      ->type_name(list(kMethods, "|"));
  app.add_option("--min-time", options.min_time, "Seconds of timed launches (GPU)")
      ->capture_default_str();
  app.add_option("--l2", raw.l2, "L2 cache before each timed launch (GPU)")
      ->type_name(list(kL2States, "|"))
      ->capture_default_str();
  app.add_option("--compare", raw.compare, "Library timed beside the kernel (GPU)")
      ->type_name(list(kComparators, "|"))
      ->capture_default_str();
  app.add_flag("--roofline", options.roofline, "Compare with the device's ceilings (GPU)");
  app.add_flag("--counts", options.counts, "Print what the kernel asks of memory (emulator)");
  app.add_flag("--annotate", options.annotate,
               "Print the kernel's source with what each line asks for (emulator)");
  auto* access_map = app.add_option("--access-map", raw.access_map,
                                    "Draw a warp's access at a line of the kernel (emulator)")
                         ->type_name("LINE");
  app.add_option("--svg", options.svg, "Write the drawing as SVG, too")
      ->type_name("FILE")
      ->needs(access_map);
  app.add_option("--sample-blocks", raw.sample_blocks,
                 "Run so many blocks only and count them for all; no result (emulator)")
      ->type_name("N");
  app.add_option("--model", raw.model, "GPU whose ceilings are shown (emulator)")
      ->type_name(model_names("|"))
      ->capture_default_str();
  app.add_option("--lane-order", raw.lane_order, "Order in which threads run (emulator)")
      ->type_name(list(kLaneOrders, "|"))
      ->capture_default_str();
  app.add_option("--json", options.json, "Write the report as JSON; - is standard output")
      ->type_name("FILE|-");
  app.add_option("--device", options.device, "CUDA device")->capture_default_str();

  // CLI11 takes an empty word, as from an unset variable of a script, for a number.
  const CLI::Validator not_empty(
      [](std::string& word) { return word.empty() ? "the value is empty" : ""; }, "");
  for (CLI::Option* option : app.get_options()) option->check(not_empty);
}

int extent(const char* option, int64_t value) {
  if (value < 0 || value > kMaxExtent)
    throw BadArguments(fmt::format("{} {} is not a size: use 0 to {}.", option, value, kMaxExtent));
  return static_cast<int>(value);
}

int leading_dimension(const char* option, char matrix, std::optional<int64_t> given, int row) {
  const int ld = given ? extent(option, *given) : row;
  if (ld < row)
    throw BadArguments(fmt::format("{} {} is shorter than a row of {}: use at least {}.", option,
                                   ld, matrix, row));
  return ld;
}

void set_shape(Shape& shape, const Raw& raw) {
  shape.M = raw.m ? extent("-m", *raw.m) : extent("--size", raw.size);
  shape.N = raw.n ? extent("-n", *raw.n) : extent("--size", raw.size);
  shape.K = raw.k ? extent("-k", *raw.k) : extent("--size", raw.size);
  shape.lda = leading_dimension("--lda", 'A', raw.lda, shape.cols_a());
  shape.ldb = leading_dimension("--ldb", 'B', raw.ldb, shape.cols_b());
  shape.ldc = leading_dimension("--ldc", 'C', raw.ldc, shape.N);
}

// The least that --sample-blocks takes: four corners, four edges and an inner block.
constexpr int kLeastSample = 9;

void set_counting(Options& options, const Raw& raw) {
  if (raw.access_map) {
    if (*raw.access_map < 1) throw BadArguments("--access-map takes a line of kernel.cuh.");
    options.access_map = *raw.access_map;
  }
  if (!raw.sample_blocks) return;
  if (*raw.sample_blocks < kLeastSample)
    throw BadArguments(fmt::format(
        "--sample-blocks takes {} or more: corners, edges and inner blocks.", kLeastSample));
  if (!raw.verify.empty() && raw.verify != "none")
    throw BadArguments("--sample-blocks computes a part of C only: leave out --verify.");
  options.sample_blocks = *raw.sample_blocks;
}

Tile find_tile(const std::vector<Tile>& tiles, const std::string& name) {
  if (name.empty()) return tiles.front();
  for (const Tile& tile : tiles)
    if (name_of(tile) == name) return tile;
  throw BadArguments(fmt::format("--tile '{}' is unknown: see --list-tiles.", name));
}

void set_tuning(Options& options, const Raw& raw, const std::vector<Tile>& tiles) {
  options.tiles = tiles;
  options.tile = find_tile(tiles, raw.tile);
  if (!options.cache.empty()) require_writable(options.cache);
  const bool asked = raw.tune || raw.retune;
  if (!raw.tile.empty() && (asked || !options.cache.empty()))
    throw BadArguments(
        fmt::format("--tile names the tile already: leave out --{}.", raw.tune     ? "tune"
                                                                      : raw.retune ? "retune"
                                                                                   : "cache"));
  if (asked && tiles.size() < 2)
    throw BadArguments(
        fmt::format("{} has one tile, nothing to choose from: leave out --tune.", options.stage));
  if (asked && (options.shape.flop() == 0 || options.shape.alpha == 0))
    throw BadArguments("--tune needs a product: M, N, K and --alpha must not be 0.");
  options.tune = !raw.tile.empty() ? Tune::never
                 : raw.retune      ? Tune::anew
                 : raw.tune        ? Tune::if_unknown
                                   : Tune::if_known;
}

}  // namespace

Options parse_options(int argc, char** argv, const std::string& stage,
                      const std::vector<Tile>& tiles) {
  CLI::App app("SGEMM, C = alpha·op(A)·op(B) + beta·C in FP32, row-major: stage " + stage + ".",
               stage);
  Raw raw;
  Options options;
  declare(app, raw, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    std::cout << app.help();
    std::exit(0);
  } catch (const CLI::ParseError& error) {
    std::string reason = error.what();
    std::replace(reason.begin(), reason.end(), '\n', ' ');
    throw BadArguments(fmt::format("{} (see --help).", reason));
  }
  if (raw.list_tiles) {
    for (const Tile& tile : tiles) std::cout << name_of(tile) << "\n";
    std::exit(0);
  }

  options.stage = stage;
  set_shape(options.shape, raw);
  set_tuning(options, raw, tiles);
  options.init = find(kInits, "--init", raw.init);
  options.l2 = find(kL2States, "--l2", raw.l2);
  options.lane_order = find(kLaneOrders, "--lane-order", raw.lane_order);
  options.compare_cublas = find(kComparators, "--compare", raw.compare);
  options.model = find_model(raw.model).name;
  set_counting(options, raw);
  if (options.sample_blocks > 0)
    options.verify = VerifyMethod::none;
  else if (!raw.verify.empty())
    options.verify = find(kMethods, "--verify", raw.verify);
  else if (options.shape.flop() > quick_reference_flop())
    options.verify = VerifyMethod::freivalds;
  if (!(options.min_time >= 0 && options.min_time <= 3600))
    throw BadArguments("--min-time takes 0 to 3600 seconds.");
  if (!options.json.empty()) require_writable(options.json);
  if (!options.svg.empty()) require_writable(options.svg);
  return options;
}

Options parse_or_exit(int argc, char** argv, const std::string& stage,
                      const std::vector<Tile>& tiles, const std::string& kernel_hash) {
  try {
    Options options = parse_options(argc, argv, stage, tiles);
    options.kernel_hash = kernel_hash;
    return options;
  } catch (const BadArguments& error) {
    std::cerr << stage << ": " << error.what() << "\n";
    std::exit(2);
  }
}

bool asks_for_counts(const Options& options) {
  return options.counts || options.annotate || options.access_map > 0 || options.sample_blocks > 0;
}

std::string to_string(Init init) { return name_in(kInits, init); }
std::string to_string(VerifyMethod method) { return name_in(kMethods, method); }
std::string to_string(L2State state) { return name_in(kL2States, state); }

}  // namespace gemm
