// The ladder: from the stages' JSON to what is printed, and the running of programs.
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "common/error.hpp"
#include "common/ladder/ceiling_chart.hpp"
#include "common/ladder/context.hpp"
#include "common/ladder/emulator_table.hpp"
#include "common/ladder/gpu_table.hpp"
#include "common/ladder/log_axis.hpp"
#include "common/ladder/numbers.hpp"
#include "common/ladder/options.hpp"
#include "common/ladder/outcome.hpp"
#include "common/ladder/process.hpp"
#include "common/ladder/recording.hpp"
#include "common/ladder/roofline_chart.hpp"
#include "common/ladder/run_stages.hpp"
#include "common/ladder/stages.hpp"
#include "common/ladder/table.hpp"
#include "common/ladder/verdict.hpp"
#include "common/progress.hpp"
#include "tests/catch.hpp"

using namespace gemm;

namespace {

using Strings = std::vector<std::string>;

Strings lines_of(const std::string& text) {
  Strings lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The cells of the table's row that starts with `name`; cells are two spaces or more apart.
Strings cells_of(const std::string& table, const std::string& name) {
  for (const auto& line : lines_of(table)) {
    if (!(line + " ").starts_with(name + " ")) continue;
    Strings cells;
    for (size_t begin = 0; begin != std::string::npos;) {
      const size_t end = line.find("  ", begin);
      cells.push_back(line.substr(begin, end - begin));
      begin = line.find_first_not_of(' ', end);
    }
    return cells;
  }
  return {};
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// An array of reports, also of one.
Json list(std::initializer_list<Json> reports) {
  Json array = Json::array();
  for (const auto& report : reports) array.push_back(report);
  return array;
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::abs(b); }

// A stage that passed, with a cube of a problem and a BM×BN tile.
Json passed_report(const std::string& stage, const std::string& backend, int size, int BM, int BN) {
  return {{"schema", 1},
          {"stage", stage},
          {"backend", backend},
          {"status", "pass"},
          {"error", nullptr},
          {"problem", {{"m", size}, {"n", size}, {"k", size}}},
          {"launch",
           {{"grid", {4, 2, 1}},
            {"block", {16, 16, 1}},
            {"tile", {{"BM", BM}, {"BN", BN}, {"BK", 8}}},
            {"shared_bytes", 8192}}},
          {"verify", {{"method", "fp64"}, {"max_error", 1e-6}, {"bound", 4e-5}}}};
}

// On a GPU with 64 TFLOP/s and 4 TB/s: the roof is level from 16 FLOP per byte on.
Json gpu_report(const std::string& stage, double ms, double tflops = 1, double intensity = 1) {
  Json report = passed_report(stage, "gpu", 1000, 64, 64);
  report["timing"] = {
      {"median_ms", ms}, {"p10_ms", 0.9 * ms}, {"p90_ms", 1.3 * ms}, {"tflops", tflops}};
  report["cublas"] = {{"median_ms", 0.5}, {"ratio", 0.5 / ms}};
  report["roofline"] = {{"fp32_tflops", 64},
                        {"dram_tbs", 4},
                        {"attainable_tflops", 50},
                        {"fraction", tflops / 50},
                        {"kernel_intensity", intensity}};
  return report;
}

Json emulator_report(const std::string& stage, int BM, int BN) {
  Json report = passed_report(stage, "emulator", 1024, BM, BN);
  report["checker"] = {{"findings", Json::array()}};
  return report;
}

// Of 320 multiply-adds per lane: 10 wavefronts and a floor of 6 for 320 · 32 of them.
Json counted_report(const std::string& stage, double ceiling) {
  Json report = emulator_report(stage, 32, 64);
  report["counts"] = {{"ffma", 320 * 32},
                      {"bytes_per_flop", 0.125},
                      {"global", {{"load", {{"requests", 8}, {"sectors", 44}}}}},
                      {"shared",
                       {{"load", {{"wavefronts", 70}, {"floor", 30}}},
                        {"store", {{"wavefronts", 20}, {"floor", 20}}}}},
                      {"async", {{"requests", 2}, {"sectors", 6}, {"shared_floor", 10}}}};
  report["ceiling"] = {{"model", "a100"}, {"tflops", ceiling}, {"limited_by", "issue slots"}};
  return report;
}

Json failed_report(const std::string& stage) {
  return {{"schema", 1}, {"stage", stage}, {"status", "error"}, {"error", "killed by signal 11"}};
}

// Of a plot's character: {columns from the axis, rows from the bottom}.
using Place = std::vector<int>;

Place place_of(const std::string& chart, char marker) {
  static const std::string axis = "│";
  int from_top = 0, row = -1, col = -1;
  for (const auto& line : lines_of(chart)) {
    const size_t start = line.find(axis);
    if (start == std::string::npos) continue;
    const size_t place = line.find(marker, start + axis.size());
    if (place != std::string::npos) {
      col = static_cast<int>(place - start - axis.size());
      row = from_top;
    }
    ++from_top;
  }
  return {col, row < 0 ? -1 : from_top - 1 - row};
}

LadderOptions parsed(Strings arguments) {
  arguments.insert(arguments.begin(), "ladder");
  std::vector<char*> argv;
  for (auto& argument : arguments) argv.push_back(argument.data());
  return parse_ladder_options(static_cast<int>(argv.size()), argv.data());
}

// A temporary folder of shell scripts in the place of stages.
class ScriptFolder {
 public:
  ScriptFolder() {
    std::string name = std::filesystem::temp_directory_path() / "ladder_test_XXXXXX";
    path_ = mkdtemp(name.data());
  }
  ~ScriptFolder() { std::filesystem::remove_all(path_); }

  const std::filesystem::path& path() const { return path_; }

  void add(const std::string& name, const std::string& script) const {
    std::ofstream(path_ / name) << "#!/bin/sh\n" << script << "\n";
    std::filesystem::permissions(path_ / name, std::filesystem::perms::owner_all);
  }

 private:
  std::filesystem::path path_;
};

const Strings kAll = {"01_naive", "02_coalesce", "07_swizzle", "10_warptile"};

}  // namespace

TEST_CASE("numbers have three significant digits and no exponent") {
  CHECK(three_digits(0) == "0.00");
  CHECK(three_digits(0.012345) == "0.0123");
  CHECK(three_digits(1.005e-5) == "0.0000101");
  CHECK(three_digits(99.96) == "100");
  CHECK(three_digits(-2.5) == "-2.50");
  CHECK(three_digits(123456) == "123000");
  CHECK(cell(std::nullopt) == "–");
  CHECK(cell(std::nan("")) == "–");
  CHECK(cell(7) == "7.00");
  CHECK(ratio(6, 4) == 1.5);
  CHECK_FALSE(ratio(6, 0));
  CHECK_FALSE(ratio(std::nullopt, 4));
  CHECK(percent(0.25) == 25);
}

TEST_CASE("a table aligns characters, not bytes") {
  const std::string table =
      format_table("lr", {{"step", "× previous"}}, {{"naïve", "1"}, {"a", "–"}});
  CHECK(table ==
        "step   × previous\n"
        "─────  ──────────\n"
        "naïve           1\n"
        "a               –\n");
  CHECK(display_width("×–é") == 3);
}

TEST_CASE("a table has no blanks at the ends of its lines") {
  CHECK(format_table("ll", {{"", "b"}, {"a", "b"}}, {{"long", ""}}) ==
        "      b\n"
        "a     b\n"
        "────  ─\n"
        "long\n");
}

TEST_CASE("the GPU table shows time, rate, fractions, step and spread") {
  const Json reports = list({gpu_report("01_naive", 8, 0.25), gpu_report("02_coalesce", 2, 12.5)});
  const std::string table = gpu_table(reports);
  CHECK(cells_of(table, "01_naive") ==
        Strings{"01_naive", "8.00", "0.250", "0.500", "6.25", "–", "40.0", "fp64"});
  CHECK(cells_of(table, "02_coalesce") ==
        Strings{"02_coalesce", "2.00", "12.5", "25.0", "25.0", "4.00", "40.0", "fp64"});
}

TEST_CASE("cuBLAS has a row of its own, from its median") {
  Json reports =
      list({gpu_report("01_naive", 8), gpu_report("02_coalesce", 2), gpu_report("03", 1)});
  reports[0]["cublas"]["median_ms"] = 0.4;
  reports[1]["cublas"]["median_ms"] = 0.1;
  reports[2]["cublas"]["median_ms"] = 0.2;
  // 2·1000³ FLOP in 0.2 ms are 10 TFLOP/s; 50 are attainable.
  CHECK(cells_of(gpu_table(reports), "cuBLAS") ==
        Strings{"cuBLAS", "0.200", "10.0", "20.0", "100", "–", "–", "–"});

  for (auto& report : reports) report.erase("cublas");
  CHECK(cells_of(gpu_table(reports), "cuBLAS").empty());
  CHECK(cells_of(gpu_table(reports), "03").at(4) == "–");
}

TEST_CASE("the median of an even number of reports is between the middle two") {
  const Json reports = {{{"x", 4}}, {{"x", 1}}, {{"y", 0}}, {{"x", 9}}, {{"x", 2}}};
  CHECK(median_number(reports, "/x") == 3);
  CHECK_FALSE(median_number(reports, "/z"));
}

TEST_CASE("a published form and its successor are compared with the proper step") {
  const Json reports = list({gpu_report("06_vectorize", 12), gpu_report("07_swizzle", 6),
                             gpu_report("07_swizzle_published", 24), gpu_report("08_padding", 3)});
  const std::string table = gpu_table(reports);
  CHECK(cells_of(table, "07_swizzle").at(5) == "2.00");             // 12 / 6
  CHECK(cells_of(table, "07_swizzle_published").at(5) == "0.500");  // 12 / 24
  CHECK(cells_of(table, "08_padding").at(5) == "2.00");             // 6 / 3
}

TEST_CASE("a stage that failed has a row and no rate, and nothing is compared with it") {
  Json wrong = gpu_report("02_coalesce", 2);
  wrong["status"] = "fail";
  wrong["verify"]["first_bad"] = {{"row", 3}, {"col", 70}, {"got", 1.5}, {"want", 1.50001}};
  const Json reports = list({gpu_report("01_naive", 8), wrong, gpu_report("03_smem", 1),
                             failed_report("04_1d_tiling"), gpu_report("05_2d_tiling", 0.5)});
  const std::string table = gpu_table(reports);
  CHECK(cells_of(table, "02_coalesce") ==
        Strings{"02_coalesce", "–", "–", "–", "–", "–", "–", "WRONG"});
  CHECK(cells_of(table, "04_1d_tiling") ==
        Strings{"04_1d_tiling", "–", "–", "–", "–", "–", "–", "failed"});
  CHECK(cells_of(table, "03_smem").at(5) == "–");
  CHECK(cells_of(table, "05_2d_tiling").at(5) == "–");
  CHECK(failure_notes(reports) ==
        "02_coalesce: row 3, column 70 of C is 1.5 and should be 1.50001.\n"
        "04_1d_tiling: killed by signal 11.\n");
}

TEST_CASE("the emulator table shows correctness, what memory is asked for, and the ceiling") {
  const std::string table = emulator_table(list({counted_report("03_smem", 12.34)}));
  // (44 + 6) / (8 + 2) sectors; (70 + 20 + 10) / 320 wavefronts; 1 − (30 + 20 + 10) / 100.
  CHECK(cells_of(table, "03_smem") == Strings{"03_smem", "fp64 0.0250", "clean", "5.00", "0.125",
                                              "0.312", "40 %", "12.3", "issue slots"});
  CHECK(contains(table, "on a100"));
}

TEST_CASE("the emulator table has no time and no rate but ceilings, whatever the reports say") {
  Json report = counted_report("01_naive", 1);
  report["timing"] = {{"median_ms", 777}, {"tflops", 777}};
  const std::string output =
      emulator_table(list({report})) + context(list({report})) + ceiling_chart(list({report}));
  CHECK(contains(output, "01_naive"));
  for (const char* forbidden : {"777", "ms"}) CHECK_FALSE(contains(output, forbidden));
}

TEST_CASE("wavefronts as compiled stand beside those as written where both are known") {
  Json report = counted_report("03_smem", 12.34);
  report["counts"]["shared"]["load"]["compiled"] = {{"wavefronts", 38}};
  // 100 and 68 of 320.
  CHECK(cells_of(emulator_table(list({report})), "03_smem").at(5) == "0.312 (0.212)");
}

TEST_CASE("what a stage does not ask of memory has no number") {
  Json report = counted_report("01_naive", 1);
  report["counts"].erase("shared");
  report["counts"].erase("async");
  CHECK(cells_of(emulator_table(list({report})), "01_naive") ==
        Strings{"01_naive", "fp64 0.0250", "clean", "5.50", "0.125", "–", "–", "1.00",
                "issue slots"});
}

TEST_CASE("checker findings are counted and do not make a result wrong") {
  Json report = emulator_report("03_smem", 32, 32);
  report["status"] = "fail";
  report["checker"]["findings"] = {"kernel.cuh:40: race."};
  CHECK(cells_of(emulator_table(list({report})), "03_smem").at(1) == "fp64 0.0250");
  CHECK(cells_of(emulator_table(list({report})), "03_smem").at(2) == "1 finding");
  CHECK(failure_notes(list({report})) == "03_smem: kernel.cuh:40: race.\n");

  report["checker"]["findings"].push_back("another");
  CHECK(checker_verdict(report) == "2 findings");
  report["verify"]["first_bad"] = {{"row", 0}, {"col", 0}, {"got", "nan"}, {"want", 1}};
  CHECK(verdict(report) == "WRONG");
  CHECK(failure_notes(list({report})) == "03_smem: row 0, column 0 of C is nan and should be 1.\n");
}

TEST_CASE("a write between the rows of C is wrong although all elements are right") {
  Json report = emulator_report("03_smem", 32, 32);
  report["status"] = "fail";
  report["verify"]["gaps_intact"] = false;
  report["checker"]["findings"] = {"kernel.cuh:40: out of bounds"};
  CHECK(verdict(report) == "WRONG");
  CHECK(failure_notes(list({report})) == "03_smem: the kernel wrote between the rows of C.\n");
}

TEST_CASE("an error without a number is not shown as one") {
  Json report = emulator_report("03_smem", 32, 32);
  report["status"] = "fail";
  report["verify"]["max_error"] = "nan";
  CHECK(cells_of(emulator_table(list({report})), "03_smem").at(1) == "WRONG");
}

TEST_CASE("a failed stage has a row on the emulator, too") {
  const std::string table = emulator_table(list({failed_report("03_smem")}));
  CHECK(cells_of(table, "03_smem") == Strings{"03_smem", "failed", "–", "–", "–", "–", "–", "–"});
}

TEST_CASE("a run that ended early is not called clean") {
  Json report = emulator_report("03_smem", 32, 32);
  CHECK(checker_verdict(report) == "clean");
  report["status"] = "error";
  CHECK(checker_verdict(report) == "–");
}

TEST_CASE("a result that nobody checked is not called right") {
  Json report = emulator_report("01_naive", 1, 1);
  report["verify"]["method"] = "none";
  CHECK(cells_of(emulator_table(list({report})), "01_naive").at(1) == "not checked");
}

TEST_CASE("intensity needs a problem and a tile") {
  CHECK(near(*asked_intensity(emulator_report("01", 1, 1)), 2 / (4 * (2 + 1 / 1024.0))));
  CHECK(near(*asked_intensity(emulator_report("03", 32, 128)),
             2 / (4 * (1 / 32.0 + 1 / 128.0 + 1 / 1024.0))));
  CHECK_FALSE(asked_intensity(failed_report("03")));
  Json empty = emulator_report("03", 32, 32);
  empty["problem"]["k"] = 0;
  CHECK_FALSE(asked_intensity(empty));
}

TEST_CASE("a sweep is summed up by stage and size") {
  Json slow = gpu_report("01_naive", 2, 1.5), fast = gpu_report("01_naive", 0.25, 24);
  fast["problem"] = {{"m", 100}, {"n", 200}, {"k", 300}};  // 0.012 GFLOP in 0.5 ms
  const std::string table = size_table(
      {list({slow, failed_report("02_coalesce")}), list({fast, gpu_report("02_coalesce", 1)})});
  CHECK(cells_of(table, "TFLOP/s (× cuBLAS)") ==
        Strings{"TFLOP/s (× cuBLAS)", "1000×1000×1000", "100×200×300"});
  CHECK(cells_of(table, "01_naive") == Strings{"01_naive", "1.50 (0.250)", "24.0 (2.00)"});
  CHECK(cells_of(table, "02_coalesce") == Strings{"02_coalesce", "failed", "1.00 (0.500)"});
  CHECK(cells_of(size_table({list({slow})}), "cuBLAS") == Strings{"cuBLAS", "4.00"});
  CHECK(cells_of(size_table({list({fast})}), "cuBLAS") == Strings{"cuBLAS", "0.0240"});
}

TEST_CASE("a recording is read back in parts of one problem") {
  const ScriptFolder folder;
  Json small = gpu_report("01_naive", 2), large = gpu_report("01_naive", 4);
  small["problem"] = {{"m", 1}};
  large["problem"] = {{"m", 2}};
  const Json lost = {{"schema", 1}, {"stage", "02_coalesce"}, {"status", "error"}};
  const std::string path = folder.path() / "recording.json";
  std::ofstream(path) << list({small, lost, large, large}).dump();
  const std::vector<Json> parts = read_recording(path);
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].size() == 2);
  CHECK(parts[1].size() == 2);

  CHECK_THROWS_AS(read_recording(folder.path() / "missing.json"), BadArguments);
  for (const char* damaged : {"", "[{\"schema\": 1", "{}", "[]", "[{\"schema\": 2}]", "[1]"}) {
    std::ofstream(path, std::ios::trunc) << damaged;
    CHECK_THROWS_AS(read_recording(path), BadArguments);
  }
}

TEST_CASE("the context names device, problem and L2 state") {
  Json report = gpu_report("01_naive", 2);
  report["device"] = {{"name", "Some GPU"}, {"compute_capability", "9.0"}, {"sm_count", 132},
                      {"driver", "580.1"},  {"runtime", "13.0"},           {"clock_mhz", 1965}};
  report["problem"] = {{"m", 5},      {"n", 6},          {"k", 7},           {"alpha", 2},
                       {"beta", 0.5}, {"trans_b", true}, {"init", "normal"}, {"seed", 42}};
  report["timing"]["l2"] = "cold";
  CHECK(context(list({failed_report("00"), report})) ==
        "Some GPU, compute capability 9.0, 132 SMs, driver 580.1, CUDA 13.0, SM clock 1965 MHz\n"
        "C = 2·A·Bᵀ + 0.5·C, M×N×K = 5×6×7, FP32, normal, seed 42, L2 cold\n");
  CHECK(context(list({failed_report("00")})).empty());
  report["device"] = {{"name", ""}};
  CHECK(context(list({report})).empty());
}

TEST_CASE("a logarithmic axis reaches from power of two to power of two") {
  const LogAxis axis(0.3, 60, 9);  // 0.25 … 64: one cell for each octave
  CHECK(axis.ticks() == std::vector<double>{0.25, 0.5, 1, 2, 4, 8, 16, 32, 64});
  CHECK(axis.cell(0.25) == 0);
  CHECK(axis.cell(4) == 4);
  CHECK(axis.cell(5.5) == 4);
  CHECK(axis.cell(6) == 5);
  CHECK(axis.cell(64) == 8);
  CHECK(axis.cell(1e9) == 8);
  CHECK(axis.cell(1e-9) == 0);
  CHECK(near(axis.value(5), 8));
  CHECK(axis.reaches(64));
  CHECK_FALSE(axis.reaches(65));
  CHECK_FALSE(axis.reaches(std::nan("")));
  CHECK(LogAxis(4, 4, 9).ticks() == std::vector<double>{4, 8});
  CHECK(tick_labels(LogAxis(1, 8, 10)) == "1  2  4  8");
  CHECK(tick_labels(LogAxis(16, 128, 10)) == "16 32 64 128");
  CHECK(tick_labels(LogAxis(128, 1024, 10)) == "128   512");
}

TEST_CASE("the roofline chart puts stages where they belong") {
  // x from 0.25/1.5 to 16·1.5, hence 0.125 … 32: 8 octaves on 69 steps.
  // y from 0.5/1.5 to 64·1.5, hence 0.25 … 128: 9 octaves on 17 steps.
  const std::string chart =
      roofline_chart(list({gpu_report("01_naive", 1, 0.5, 0.25), gpu_report("03_smem", 1, 8, 4),
                           gpu_report("12_async_copy", 1, 32, 16)}));
  CHECK(place_of(chart, '1') == Place{9, 2});    // 1·69/8 = 8.6,  1·17/9 = 1.9
  CHECK(place_of(chart, '3') == Place{43, 9});   // 5·69/8 = 43.1, 5·17/9 = 9.4
  CHECK(place_of(chart, 'c') == Place{60, 13});  // 7·69/8 = 60.4, 7·17/9 = 13.2
  for (const char* entry : {"1 01_naive", "3 03_smem", "c 12_async_copy"})
    CHECK(contains(chart, entry));
}

TEST_CASE("the roof rises with the intensity and is level from the ridge on") {
  const auto lines = lines_of(roofline_chart(list({gpu_report("01_naive", 1, 0.5, 0.25)})));
  const std::string axis = "│";
  int level = 0, last_of_slope = 70;
  for (const auto& line : lines) {
    if (!contains(line, axis)) continue;
    const std::string cells = line.substr(line.find(axis) + axis.size());
    level += static_cast<int>(std::count(cells.begin(), cells.end(), '-'));
    const size_t slope = cells.rfind('/');
    if (slope == std::string::npos) continue;
    CHECK(static_cast<int>(slope) < last_of_slope);
    last_of_slope = static_cast<int>(slope);
  }
  CHECK(level == 9);          // columns 61 … 69, from 16 FLOP per byte on
  CHECK(last_of_slope < 10);  // the lowest row of the slope is on the left
}

TEST_CASE("stages at one place stand side by side, published forms in capitals") {
  const std::string chart = roofline_chart(
      list({gpu_report("06_vectorize", 1, 32, 16), gpu_report("07_swizzle", 1, 32, 16),
            gpu_report("07_swizzle_published", 1, 32, 16)}));
  const Place first = place_of(chart, '6');
  REQUIRE(first.at(0) >= 0);
  CHECK(place_of(chart, '7') == Place{first[0] + 1, first[1]});
  CHECK(place_of(chart, 'G') == Place{first[0] + 2, first[1]});
}

TEST_CASE("markers without room on the right go to the left") {
  // x from 2⁻¹¹ to 64: 17 octaves on 69 steps; 42 FLOP per byte are at 16.39·69/17 = 66.5.
  Json reports = list({gpu_report("09_autotuned", 1, 32, 1 / 1024.0)});
  for (const char* stage : {"01", "02", "03", "04", "05"})
    reports.push_back(gpu_report(stage, 1, 32, 42));
  const std::string chart = roofline_chart(reports);
  const int row = place_of(chart, '1').at(1);
  CHECK(place_of(chart, '1') == Place{67, row});
  CHECK(place_of(chart, '2') == Place{68, row});
  CHECK(place_of(chart, '3') == Place{69, row});
  CHECK(place_of(chart, '4') == Place{66, row});
  CHECK(place_of(chart, '5') == Place{65, row});
}

TEST_CASE("the roofline chart leaves out what failed and what has no ceilings") {
  Json wrong = gpu_report("02_coalesce", 1, 2, 2);
  wrong["status"] = "fail";
  const std::string chart = roofline_chart(list({gpu_report("01_naive", 1, 1, 1), wrong}));
  CHECK(contains(chart, "1 01_naive"));
  CHECK_FALSE(contains(chart, "02_coalesce"));

  Json unmeasured = gpu_report("01_naive", 1);
  unmeasured["roofline"]["dram_tbs"] = nullptr;
  CHECK(roofline_chart(list({unmeasured})).empty());
  CHECK(roofline_chart(list({wrong})).empty());
}

TEST_CASE("bars of the emulator are as long as the logarithm of the ceiling") {
  const Json reports = list({counted_report("01_naive", 0.25), failed_report("02_coalesce"),
                             counted_report("03_smem", 7.76)});
  const auto bar_of = [lines = lines_of(ceiling_chart(reports))](const std::string& stage) {
    const std::string block = "█";
    for (const auto& line : lines)
      if (line.starts_with(stage) && contains(line, block))
        return static_cast<int>((line.rfind(block) - line.find(block)) / block.size() + 1);
    return -1;
  };
  // From 0.25/2 to 7.76, hence 8: 6 octaves on 59 steps.
  CHECK(bar_of("01_naive") == 10);  // 1.00·59/6 = 9.8
  CHECK(bar_of("03_smem") == 59);   // 5.96·59/6 = 58.6
  CHECK(bar_of("02_coalesce") == -1);
  CHECK(ceiling_chart(list({failed_report("01_naive")})).empty());
}

TEST_CASE("stages are selected by number or name, in the ladder's order and once") {
  CHECK(split_names("01_naive,02_coalesce") == Strings{"01_naive", "02_coalesce"});
  CHECK(select_stages(kAll, {}) == kAll);
  CHECK(select_stages(kAll, {"07_swizzle", "01", "07"}) == Strings{"01_naive", "07_swizzle"});
}

TEST_CASE("an unknown stage is refused with the names that exist") {
  for (const char* unknown : {"03", "1", "0", "07_swiz", ""}) {
    CHECK_THROWS_AS(select_stages(kAll, {"01", unknown}), BadArguments);
    try {
      select_stages(kAll, {unknown});
    } catch (const BadArguments& error) {
      CHECK(contains(error.what(), "\"" + std::string(unknown) + "\""));
      CHECK(contains(error.what(), "01_naive, 02_coalesce, 07_swizzle, 10_warptile."));
    }
  }
}

TEST_CASE("published forms follow their stages where they exist") {
  const auto exists = [](const std::string& name) { return name == "07_swizzle_published"; };
  CHECK(with_published({"01_naive", "07_swizzle"}, exists) ==
        Strings{"01_naive", "07_swizzle", "07_swizzle_published"});
}

TEST_CASE("a stage that is not built is an error that says to build") {
  const ScriptFolder folder;
  folder.add("01_naive", "");
  CHECK_NOTHROW(require_built(folder.path(), {"01_naive"}));
  std::string message;
  try {
    require_built(folder.path(), {"01_naive", "02_coalesce"});
  } catch (const DeviceError& error) {
    message = error.what();
  }
  CHECK(contains(message, "02_coalesce"));
  CHECK(contains(message, "build"));
}

TEST_CASE("the command line hands the stages' options on") {
  const auto options = parsed({"-m", "5", "--beta", "-1.5", "--trans-b", "--stages", "01", "03",
                               "--json", "-", "--no-chart"});
  CHECK(options.stage_arguments == Strings{"-m", "5", "--beta", "-1.5", "--trans-b"});
  CHECK(options.stages == Strings{"01", "03"});
  CHECK(options.json == "-");
  CHECK_FALSE(options.chart);

  const auto sweep = parsed({"--sizes", "512", "1024", "--record", "r.json", "--published"});
  CHECK(sweep.sizes == std::vector<int>{512, 1024});
  CHECK(sweep.json == "r.json");
  CHECK(sweep.published);
  CHECK(sweep.chart);
}

TEST_CASE("the command line refuses what nobody understands") {
  CHECK_THROWS_AS(parsed({"--frobnicate"}), BadArguments);
  CHECK_THROWS_AS(parsed({"--sizes", "512", "--size", "4"}), BadArguments);
  CHECK_THROWS_AS(parsed({"--sizes", "-1"}), BadArguments);
}

TEST_CASE("a program's exit code and both outputs are captured") {
  const auto result = run_process("/bin/sh", {"-c", "echo \"$0\"; echo err >&2; exit 7", "a  b'"});
  CHECK(result.exit_code == 7);
  CHECK(result.signal == 0);
  CHECK(result.out == "a  b'\n");
  CHECK(result.err == "err\n");
}

TEST_CASE("a program may write more than a pipe holds") {
  const std::string script = "head -c 300000 /dev/zero >&2; head -c 500000 /dev/zero";
  const auto result = run_process("/bin/sh", {"-c", script});
  CHECK(result.out.size() == 500000);
  CHECK(result.err.size() == 300000);
}

TEST_CASE("a program that a signal ends is told from one that exits") {
  const auto result = run_process("/bin/sh", {"-c", "printf partial; kill -KILL $$"});
  CHECK(result.signal == SIGKILL);
  CHECK(result.out == "partial");
}

TEST_CASE("a program that does not exist is an error that names it") {
  try {
    run_process("/nonexistent/stage", {});
    FAIL("started");
  } catch (const DeviceError& error) {
    CHECK(contains(error.what(), "/nonexistent/stage"));
  }
}

TEST_CASE("a stage's report and exit code are taken over") {
  const Json right = emulator_report("01_naive", 1, 1);
  const Outcome passing = outcome_of("01_naive", {0, 0, right.dump(), ""});
  CHECK(passing.report == right);
  CHECK(passing.exit_code == 0);

  Json wrong = right;
  wrong["status"] = "fail";
  const Outcome failing = outcome_of("01_naive", {1, 0, wrong.dump(), ""});
  CHECK(failing.report == wrong);
  CHECK(failing.exit_code == 1);
}

TEST_CASE("a stage without a trustworthy report becomes an error") {
  const auto error_of = [](const ProcessResult& process) {
    const Outcome outcome = outcome_of("03_smem", process);
    CHECK(outcome.exit_code == 3);
    CHECK(text(outcome.report, "/stage") == "03_smem");
    CHECK(text(outcome.report, "/status") == "error");
    return text(outcome.report, "/error");
  };
  const std::string right = emulator_report("03_smem", 32, 32).dump();
  CHECK(contains(error_of({0, SIGSEGV, right, ""}), "signal 11"));
  CHECK(contains(error_of({0, 0, "hello", ""}), "code 0 and no report"));
  CHECK(contains(error_of({3, 0, "", ""}), "code 3 and no report"));
  CHECK(contains(error_of({0, 0, "[1, 2]", ""}), "no report"));
  CHECK(contains(error_of({0, 0, R"({"schema": 2, "status": "pass"})", ""}), "no report"));
  CHECK(contains(error_of({1, 0, right, ""}), "code 1 although its report says \"pass\""));
}

TEST_CASE("what a stage says of bad arguments is handed on") {
  for (const char* err : {"01_naive: M must not be negative.\n", "M must not be negative."}) try {
      outcome_of("01_naive", {2, 0, "", err});
      FAIL("accepted");
    } catch (const BadArguments& error) {
      CHECK(std::string(error.what()) == "M must not be negative.");
    }
}

TEST_CASE("all stages run with the same arguments, also after one that fails") {
  const ScriptFolder folder;
  Json wrong = emulator_report("02_coalesce", 1, 1);
  wrong["status"] = "fail";
  folder.add("01_naive", "kill -SEGV $$");
  folder.add("02_coalesce", "echo '" + wrong.dump() + "'; exit 1");
  folder.add("03_smem", R"(echo '{"schema": 1, "status": "pass", "tile": "'"$*"'"}')");

  Progress progress(4);
  const Results all =
      run_stages(folder.path(), {"01_naive", "02_coalesce", "03_smem"}, {"--size", "64"}, progress);
  REQUIRE(all.reports.size() == 3);
  CHECK(text(all.reports[0], "/status") == "error");
  CHECK(all.reports[1] == wrong);
  CHECK(text(all.reports[2], "/tile") == "--size 64 --roofline --json -");
  CHECK(all.exit_code == 3);
  CHECK(run_stages(folder.path(), {"02_coalesce", "03_smem"}, {}, progress).exit_code == 1);
  CHECK(run_stages(folder.path(), {"03_smem"}, {}, progress).exit_code == 0);
}

TEST_CASE("nothing runs after a stage that refuses the arguments") {
  const ScriptFolder folder;
  folder.add("01_naive", "exit 2");
  folder.add("02_coalesce", "touch \"$0\".ran");
  Progress progress(2);
  CHECK_THROWS_AS(run_stages(folder.path(), {"01_naive", "02_coalesce"}, {}, progress),
                  BadArguments);
  CHECK_FALSE(std::filesystem::exists(folder.path() / "02_coalesce.ran"));
}
