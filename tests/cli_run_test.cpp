// Stage executables on the emulator: exit codes, streams, and the JSON object of schema 1.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "common/ladder/process.hpp"
#include "tests/catch.hpp"

using gemm::ProcessResult;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

const std::vector<std::string> kStages = {STAGE_NAMES};

// Names of faulty_stage's tiles.
const char* const kWrongElement = "1x1x1";
const char* const kEarlyReturn = "1x1x1_1x2";
const char* const kRefused = "1x1x1_1x3";

ProcessResult run(const std::string& program, std::vector<std::string> arguments) {
  const ProcessResult result = gemm::run_process(BIN_DIR "/" + program, arguments);
  REQUIRE(result.signal == 0);
  return result;
}

// One block of 16×16 threads.
ProcessResult run_faulty(const std::string& tile, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"--tile", tile, "-m", "12", "-n", "14", "-k", "9"});
  return run("faulty_stage", more);
}

Json json_of(const ProcessResult& result) {
  INFO(result.out << result.err);
  REQUIRE(Json::accept(result.out));
  const Json json = Json::parse(result.out);
  REQUIRE(json.is_object());
  return json;
}

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [name, value] : object.items()) names.push_back(name);
  return names;  // in alphabetical order
}

size_t lines_in(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

bool tells_time_or_rate(const std::string& text) {
  static const std::regex pattern(
      "FLOP/s|FLOPS|[TGM]i?B/s|[0-9.]+ *(s|ms|us|µs|ns|seconds|milliseconds)\\b|median|\"tflops\"");
  return std::regex_search(text, pattern);
}

// A stage's output but for the one rate that the emulator knows, which is not a measurement.
std::string without_ceiling(std::string out) {
  if (const size_t begin = out.find("\nceiling "); begin != std::string::npos)
    return out.erase(begin, out.find('\n', begin + 1) - begin);
  if (const size_t begin = out.find("\"ceiling\": {"); begin != std::string::npos)
    return out.erase(begin);  // it comes last
  return out;
}

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// An empty folder that goes away with the object.
struct Folder {
  Folder() : path(fs::temp_directory_path() / "sgemm_cli_run_test") {
    fs::remove_all(path);
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
  size_t files() const {
    return std::distance(fs::directory_iterator(path), fs::directory_iterator());
  }
  fs::path path;
};

}  // namespace

TEST_CASE("a right run exits with 0 and says so") {
  for (const std::string& stage : kStages) {
    const ProcessResult result = run(stage, {"-m", "33", "-n", "65", "-k", "40"});
    INFO(stage << "\n" << result.out << result.err);
    CHECK(result.exit_code == 0);
    CHECK(holds(result.out, "right"));
    CHECK(holds(result.err, stage));
  }
}

TEST_CASE("empty products exit with 0") {
  for (const char* m : {"0", "33"})
    for (const char* n : {"0", "65"})
      for (const char* k : {"0", "40"})
        CHECK(run("03_smem", {"-m", m, "-n", n, "-k", k}).exit_code == 0);
}

TEST_CASE("a wrong result exits with 1 and names the first wrong element") {
  const ProcessResult result = run_faulty(kWrongElement);
  CHECK(result.exit_code == 1);
  CHECK(holds(result.out, "wrong"));
  CHECK(holds(result.out, "row 6, column 7"));
}

TEST_CASE("a finding of the checker exits with 1 though the result is right") {
  const ProcessResult result = run_faulty(kEarlyReturn);
  CHECK(result.exit_code == 1);
  CHECK(holds(result.out, "right"));
  CHECK(holds(result.out, "fake_kernels.cu"));
}

TEST_CASE("what the device cannot do exits with 3 and one line on stderr") {
  const std::string most = "2147482624";
  const std::vector<ProcessResult> results = {
      run("03_smem", {"-m", most, "-n", most, "-k", most}),
      run("03_smem", {"-m", most, "-n", most, "-k", "0"}),
      run("03_smem", {"--device", "7"}),
      run("03_smem", {"--device", "-1"}),
      run_faulty(kRefused),
  };
  for (const ProcessResult& result : results) {
    INFO(result.err);
    CHECK(result.exit_code == 3);
    CHECK(result.out.empty());
    CHECK(lines_in(result.err) == 1);
  }
}

TEST_CASE("JSON on stdout is one object of schema 1 and nothing else") {
  for (const std::string& stage : kStages) {
    const ProcessResult result =
        run(stage, {"-m", "33", "-n", "65", "-k", "40", "--trans-a", "--ldb", "70", "--alpha",
                    "-0.5", "--beta", "2.5", "--seed", "9", "--init", "normal", "--json", "-"});
    CHECK(result.exit_code == 0);
    const Json json = json_of(result);
    CHECK(keys(json) == std::vector<std::string>{"backend", "ceiling", "checker", "counts",
                                                 "device", "launch", "problem", "schema", "stage",
                                                 "status", "tile", "verify"});
    CHECK(json["schema"] == 1);
    CHECK(json["stage"] == stage);
    CHECK(json["backend"] == "emulator");
    CHECK(json["status"] == "pass");
    const std::string tiles = run(stage, {"--list-tiles"}).out;
    CHECK(json["tile"] == tiles.substr(0, tiles.find('\n')));
    CHECK(json["problem"] ==
          Json::parse(R"({"m": 33, "n": 65, "k": 40, "alpha": -0.5, "beta": 2.5, "trans_a": true,
                          "trans_b": false, "lda": 33, "ldb": 70, "ldc": 65, "seed": 9,
                          "init": "normal"})"));
    CHECK(json["device"]["name"].is_string());

    const Json launch = json["launch"];
    CHECK(launch["grid"].size() == 3);
    CHECK(launch["block"].size() == 3);
    CHECK(keys(launch["tile"]) ==
          std::vector<std::string>{"BK", "BM", "BN", "TM", "TN", "WM", "WN", "stages"});

    CHECK(json["verify"]["method"] == "fp64");
    CHECK(json["verify"]["max_error"] > 0);
    CHECK(json["verify"]["bound"] > json["verify"]["max_error"]);
    CHECK_FALSE(json["verify"].contains("first_bad"));
    CHECK(json["checker"] ==
          Json::parse(R"({"out_of_bounds": 0, "misaligned": 0, "races": 0, "uninitialised": 0,
                          "divergent_barriers": 0, "async_unwaited": 0, "stopped": 0,
                          "findings": []})"));
  }
}

TEST_CASE("the JSON of a wrong result has the first wrong element") {
  const ProcessResult result = run_faulty(kWrongElement, {"--json", "-"});
  CHECK(result.exit_code == 1);
  const Json json = json_of(result);
  CHECK(json["status"] == "fail");
  const Json bad = json["verify"]["first_bad"];
  CHECK(bad["row"] == 6);
  CHECK(bad["col"] == 7);
  CHECK(double(bad["got"]) == Approx(double(bad["want"]) + 1).margin(1e-5));
}

TEST_CASE("the JSON of a run with findings fails and lists them") {
  const ProcessResult result = run_faulty(kEarlyReturn, {"--json", "-"});
  CHECK(result.exit_code == 1);
  const Json json = json_of(result);
  CHECK(json["status"] == "fail");
  CHECK_FALSE(json["verify"].contains("first_bad"));
  CHECK(json["checker"]["divergent_barriers"] >= 1);
  CHECK(json["checker"]["findings"].size() == json["checker"]["divergent_barriers"]);
}

TEST_CASE("the JSON of a run that the device refused says why") {
  const ProcessResult result = run_faulty(kRefused, {"--json", "-"});
  CHECK(result.exit_code == 3);
  const Json json = json_of(result);
  CHECK(json["status"] == "error");
  CHECK(holds(result.err, json["error"]));
  CHECK(lines_in(result.err) == 1);
}

TEST_CASE("a JSON file is whole, and survives a run with bad arguments") {
  const Folder folder;
  const std::string path = folder.path / "result.json";
  const std::vector<std::string> arguments = {"-m", "33", "-n", "65", "-k", "40", "--json"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), arguments.begin(), arguments.end());
    return more;
  };
  const ProcessResult first = run("03_smem", with({path}));
  CHECK(first.exit_code == 0);
  CHECK(holds(first.out, "right"));  // the text is printed as well
  const std::string written = contents(path);
  CHECK(written == run("03_smem", with({"-"})).out);
  CHECK(folder.files() == 1);

  CHECK(run("03_smem", with({path, "--lda", "1"})).exit_code == 2);
  CHECK(contents(path) == written);
  CHECK(run("02_coalesce", with({path})).exit_code == 0);
  CHECK(Json::parse(contents(path))["stage"] == "02_coalesce");
  CHECK(folder.files() == 1);
}

TEST_CASE("a JSON file that cannot be completed exits with 2") {
  const ProcessResult result = run("03_smem", {"--size", "32", "--json", "/dev/full"});
  CHECK(result.exit_code == 2);
  CHECK(holds(result.err, "/dev/full"));
}

TEST_CASE("every tile that is listed runs") {
  for (const std::string& stage : kStages) {
    const std::string tiles = run(stage, {"--list-tiles"}).out;
    for (size_t at = 0; at < tiles.size(); at = tiles.find('\n', at) + 1) {
      const std::string tile = tiles.substr(at, tiles.find('\n', at) - at);
      const Json json = json_of(run(stage, {"--size", "70", "--tile", tile, "--json", "-"}));
      CHECK(json["tile"] == tile);
      CHECK(json["status"] == "pass");
    }
  }
}

TEST_CASE("the same seed gives the same output, another seed another") {
  const std::vector<std::string> arguments = {"--size", "70", "--json", "-", "--seed"};
  const auto with_seed = [&](const char* seed) {
    std::vector<std::string> all = arguments;
    all.push_back(seed);
    return json_of(run("03_smem", all))["verify"];
  };
  CHECK(with_seed("4") == with_seed("4"));
  CHECK(with_seed("4") != with_seed("5"));
}

TEST_CASE("without a GPU no time and no rate is printed") {
  REQUIRE(tells_time_or_rate("kernel    0.5 ms (p10 …"));
  REQUIRE(tells_time_or_rate("rate 12.1 TFLOP/s"));
  REQUIRE(tells_time_or_rate("took 3s"));
  const std::vector<std::string> as_text = {"--size", "70", "--roofline", "--min-time", "1"};
  std::vector<std::string> as_json = as_text;
  as_json.insert(as_json.end(), {"--json", "-"});
  for (const std::string& stage : kStages)
    for (const auto& arguments : {as_text, as_json}) {
      const ProcessResult result = run(stage, arguments);
      INFO(result.out << result.err);
      CHECK(result.exit_code == 0);
      CHECK_FALSE(tells_time_or_rate(without_ceiling(result.out)));
      CHECK_FALSE(tells_time_or_rate(result.err));
    }
  CHECK_FALSE(tells_time_or_rate(run_faulty(kWrongElement).out));
}

TEST_CASE("counts follow from the shape, in every lane order and run") {
  for (const std::string& stage : kStages) {
    const std::vector<std::string> arguments = {"-m",  "70",     "-n",  "150",    "-k",
                                                "100", "--beta", "0.5", "--json", "-"};
    const auto counts = [&](std::vector<std::string> more) {
      more.insert(more.begin(), arguments.begin(), arguments.end());
      const ProcessResult result = run(stage, more);
      INFO(stage << "\n" << result.err);
      CHECK(result.exit_code == 0);
      const Json json = json_of(result);
      CHECK(json["checker"]["findings"] == Json::array());
      return json["counts"];
    };
    const Json forward = counts({});
    CHECK(forward["ffma"] > 70 * 150 * 100 - 1);
    CHECK(forward["global"]["store"]["requests"] > 0);
    CHECK(forward == counts({}));
    CHECK(forward == counts({"--lane-order", "reverse"}));
    CHECK(forward == counts({"--lane-order", "random"}));
    CHECK(forward == counts({"--lane-order", "random", "--seed", "77"}));
  }
}

// Hand formulas at 64×64×64, which 32×32 blocks cover without an edge. A warp of 01 has 32 rows and
// one column: per k it reads 32 sectors of A and one of B. A warp of 02 has one row and 32 columns:
// one sector of A and four of B.
TEST_CASE("global sectors of the first stages are those of their access pattern") {
  const auto counts = [](const std::string& stage) {
    return json_of(run(stage, {"--size", "64", "--json", "-"}))["counts"];
  };
  const int warps = 64 * 64 / 32, requests = warps * 64;
  const Json naive = counts("01_naive")["global"], coalesced = counts("02_coalesce")["global"];
  CHECK(naive["load"]["requests"] == 2 * requests);
  CHECK(naive["load"]["sectors"] == (32 + 1) * requests);
  CHECK(naive["store"]["requests"] == warps);
  CHECK(naive["store"]["sectors"] == 32 * warps);
  CHECK(coalesced["load"]["requests"] == 2 * requests);
  CHECK(coalesced["load"]["sectors"] == (1 + 4) * requests);
  CHECK(coalesced["store"]["sectors"] == 4 * warps);
  CHECK(coalesced["load"]["bytes"] == 32 * (1 + 4) * requests);
}

// Wavefronts per shared load, derived by hand: 03 to 05 as written, one 4-byte read at a time.
TEST_CASE("shared loads take the wavefronts of their access pattern") {
  const std::vector<std::pair<std::string, double>> expected = {
      {"03_smem", 1},       // A: one word for the warp; B: 32 in a row
      {"04_1d_tiling", 1},  // the same
      {"05_2d_tiling", 3},  // A: two rows, 64 words apart: 2; B: 16 lanes 8 words apart: 4
      {"06_vectorize", 5},  // A: pairs share: 2; B: lanes n and n + 4 meet: 8
      {"07_swizzle", 3},    // A: 2; B without conflict: 4
      {"08_padding", 3},       {"09_autotuned", 3},
      {"10_warptile", 2},  // in z-order pairs share both A and B
      {"11_double_buffer", 2}, {"12_async_copy", 2}};
  for (const auto& [stage, wavefronts] : expected) {
    const Json load =
        json_of(run(stage, {"--size", "128", "--json", "-"}))["counts"]["shared"]["load"];
    INFO(stage);
    CHECK(load["wavefronts"] == wavefronts * load["requests"].get<double>());
  }
}

TEST_CASE("--counts prints a row per line of the kernel that touches memory") {
  const std::string text = run("06_vectorize", {"--size", "128", "--counts"}).out;
  for (const char* part :
       {"global load", "shared store", "06_vectorize/kernel.cuh:", "above ideal"})
    CHECK(holds(text, part));
  CHECK_FALSE(holds(run("06_vectorize", {"--size", "128"}).out, "kernel.cuh:"));
}

TEST_CASE("--annotate prints each line of the kernel once, with what it asks for") {
  const std::string text = run("06_vectorize", {"--size", "128", "--annotate"}).out;
  std::ifstream file(SOURCE_DIR "/06_vectorize/kernel.cuh");
  int lines = 0;
  for (std::string line; std::getline(file, line); ++lines) CHECK(holds(text, "│ " + line + "\n"));
  CHECK(lines > 50);
  // 8 tiles of 8 columns of A and of B: 16 float4 loads for each of 16 warps in all; loads of B by
  // lanes 8 floats apart take twice the ideal 4 wavefronts.
  CHECK(holds(text, "global load   16        128   16.00  16.00   │       vec(a[0]) = vec(A["));
  CHECK(holds(text, "shared load   16       2048    8.00   4.00 ! │       for (int j = 0;"));
}

// The line of a stage's kernel that holds `part`.
int line_of(const std::string& stage, const std::string& part) {
  std::ifstream file(SOURCE_DIR "/" + stage + "/kernel.cuh");
  std::string line;
  for (int number = 1; std::getline(file, line); ++number)
    if (holds(line, part)) return number;
  return 0;
}

TEST_CASE("an access map shows lanes against banks or sectors") {
  const auto map = [](const std::string& stage, const std::string& part) {
    const int line = line_of(stage, part);
    return run(stage, {"--size", "128", "--access-map", std::to_string(line)}).out;
  };
  // Lane 0 reads columns 0 to 3 of B, lane 4 columns 32 to 35: the same banks.
  const std::string banks = map("06_vectorize", "vec(b[j]) =");
  CHECK(holds(banks, "8 wavefronts, ideal 4"));
  CHECK(holds(banks, "lane  0  1 1 1 1 . . . . . ."));
  CHECK(holds(banks, "lane  4  2 2 2 2 . . . . . ."));
  CHECK(holds(banks, "lane  8  3 3 3 3 . . . . . ."));
  // A column of A: each lane a row of 512 bytes.
  const std::string sectors = map("01_naive", "A[");
  CHECK(holds(sectors, "32 sectors in 32 lines of 128 bytes, ideal 4 sectors"));
  CHECK(holds(sectors, "lane  0  │# │. │. │."));
  CHECK(holds(sectors, "lane  1  │. │# │. │."));
  // A row of B: 8 lanes to a sector.
  const std::string row = map("02_coalesce", "B[");
  CHECK(holds(row, "4 sectors in 1 lines of 128 bytes, ideal 4 sectors"));
  CHECK(holds(row, "lane  7  │# . . .\n"));
  CHECK(holds(row, "lane  8  │. # . .\n"));
}

TEST_CASE("an access map is also an SVG, and a line without access is refused") {
  const std::string path = "access_map_test.svg";
  const std::string line = std::to_string(line_of("06_vectorize", "vec(b[j]) ="));
  CHECK(run("06_vectorize", {"--size", "128", "--access-map", line, "--svg", path}).exit_code == 0);
  std::ifstream file(path);
  const std::string svg{std::istreambuf_iterator<char>(file), {}};
  CHECK(svg.rfind("<svg ", 0) == 0);
  CHECK(holds(svg, "8 wavefronts, ideal 4"));
  CHECK(holds(svg, "</svg>\n"));
  std::remove(path.c_str());

  const ProcessResult refused = run("06_vectorize", {"--size", "128", "--access-map", "1"});
  CHECK(refused.exit_code == 2);
  CHECK(
      holds(refused.err, "06_vectorize: --access-map: line 1 of the kernel does not touch memory"));
}

TEST_CASE("a sample of blocks counts what all of them do") {
  // Grids of 13×7 and more blocks, with edges that the problem does not fill.
  const std::vector<std::string> shape = {"-m", "1500", "-n", "800", "-k", "20"};
  for (const std::string& stage : kStages) {
    const auto counts = [&](std::vector<std::string> more) {
      more.insert(more.begin(), shape.begin(), shape.end());
      more.insert(more.end(), {"--verify", "none", "--json", "-"});
      const ProcessResult result = run(stage, more);
      INFO(stage << "\n" << result.err);
      CHECK(result.exit_code == 0);
      return json_of(result)["counts"];
    };
    INFO(stage);
    const Json all = counts({});
    CHECK(counts({"--sample-blocks", "9"}) == all);
    CHECK(counts({"--sample-blocks", "30"}) == all);
    CHECK(counts({"--sample-blocks", "100000"}) == all);
  }
}

TEST_CASE("a sample of blocks runs no others") {
  const ProcessResult result = run("05_2d_tiling", {"--size", "4096", "--sample-blocks", "9"});
  CHECK(result.exit_code == 0);
  CHECK(holds(result.out, "not verified: 9 blocks stand for the grid"));
}

TEST_CASE("ceilings are those of the GPU that is asked for") {
  const auto ceiling = [](const std::string& model) {
    const ProcessResult result =
        run("10_warptile", {"--size", "128", "--model", model, "--json", "-"});
    return json_of(result)["ceiling"];
  };
  CHECK(ceiling("h200")["model"] == "h200");
  CHECK(ceiling("a100")["bounds"]["FFMA issue"].get<double>() == Approx(19.5).epsilon(0.005));
  CHECK(ceiling("h200")["tflops"] <= ceiling("h200")["bounds"]["FFMA issue"]);
}

TEST_CASE("--tune ranks tiles by their ceilings, says so, and runs the first") {
  const Folder home;
  const std::string cache = (home.path / "tuned.jsonl").string();
  const std::vector<std::string> tune = {"--tune", "--size", "256", "--cache", cache};
  const ProcessResult result = run("09_autotuned", tune);
  INFO(result.out << result.err);
  CHECK(result.exit_code == 0);
  for (const char* part :
       {"\npruned     1 by spills: ", "(256x256x16_8x8)", " by threads: ", " by divisibility: ",
        " by shared memory: ", " by shared loads: ", " by waves: ", "not by time", "right"})
    CHECK(holds(result.out, part));
  CHECK_FALSE(holds(result.out, " ms"));
  CHECK(home.files() == 0);  // nothing is kept
  CHECK(run("09_autotuned", tune).out == result.out);

  std::vector<std::string> as_json = tune;
  as_json.insert(as_json.end(), {"--json", "-"});
  const Json report = json_of(run("09_autotuned", as_json));
  const Json tuning = report["tuning"];
  CHECK(tuning["ranked_by"] == "ceiling");
  CHECK(tuning["from_cache"] == false);
  CHECK(tuning["chosen"] == report["tile"]);
  CHECK(tuning["configurations"] >= 40);
  int removed = 0;
  for (const Json& rule : tuning["pruned"]) removed += rule["count"].get<int>();
  REQUIRE(tuning["rounds"].size() == 1);
  const Json trials = tuning["rounds"][0]["trials"];
  CHECK(removed + static_cast<int>(trials.size()) == tuning["configurations"]);
  CHECK(trials.size() >= 2);
  CHECK(trials[0]["tile"] == tuning["chosen"]);
  double last = trials[0]["ceiling_tflops"];
  for (const Json& trial : trials) {
    CHECK(trial["status"] == "ranked");
    CHECK(trial["ceiling_tflops"] <= last);
    last = trial["ceiling_tflops"];
  }
  // At 256 the whole grid is counted and K is not cut: the ceiling is that of the run.
  CHECK(trials[0]["ceiling_tflops"] == report["ceiling"]["tflops"]);
}

TEST_CASE("what is counted after tuning is the run alone") {
  const auto counts = [](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"--size", "256", "--json", "-"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return json_of(run("12_async_copy", arguments));
  };
  const Json tuned = counts({"--tune"});
  CHECK(tuned["counts"] == counts({"--tile", tuned["tile"]})["counts"]);
}

TEST_CASE("a stage of one tile has nothing to tune") {
  const ProcessResult result = run("05_2d_tiling", {"--tune"});
  CHECK(result.exit_code == 2);
  CHECK(holds(result.err, "one tile"));
}
