// The emulator counts what GPUs counted: every recording of record.py beside this file.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "common/ladder/process.hpp"
#include "tests/catch.hpp"
#include "tests/golden/comparison.hpp"

using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

const std::vector<std::string> kExecutables = {EXECUTABLE_NAMES};

struct Extents {
  int m, n, k;
};
const std::vector<Extents> kShapes = {{256, 256, 256}, {1024, 1024, 1024}, {333, 250, 129}};
constexpr double kManyFlop = 1e8;  // from here on, a few blocks stand for the others

std::string name_of(const std::string& stage, const Extents& shape) {
  return fmt::format("{} at {}×{}×{}", stage, shape.m, shape.n, shape.k);
}

std::vector<fs::path> recordings() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(GOLDEN_DIR))
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

Json read(const fs::path& path) {
  std::ifstream file(path);
  return Json::parse(file);
}

// The counts of the emulator, which runs once whatever the number of recordings.
const Json& emulated(const std::string& stage, const Extents& shape) {
  static std::map<std::string, Json> known;
  const auto [place, is_new] = known.try_emplace(name_of(stage, shape));
  if (!is_new) return place->second;
  std::vector<std::string> arguments = {"-m",       std::to_string(shape.m),
                                        "-n",       std::to_string(shape.n),
                                        "-k",       std::to_string(shape.k),
                                        "--verify", "none",
                                        "--counts", "--json",
                                        "-"};
  if (2.0 * shape.m * shape.n * shape.k > kManyFlop)
    arguments.insert(arguments.end(), {"--sample-blocks", "9"});
  const gemm::ProcessResult run = gemm::run_process(BIN_DIR "/" + stage, arguments);
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  return place->second = Json::parse(run.out)["counts"];
}

const Json* find_row(const Json& recording, const std::string& stage, const Extents& shape) {
  for (const Json& row : recording["rows"])
    if (row["stage"] == stage && row["m"] == shape.m && row["n"] == shape.n && row["k"] == shape.k)
      return &row;
  return nullptr;
}

std::vector<Difference> known_differences() {
  std::ifstream file(GOLDEN_DIR "/as_written.txt");
  return read_differences(file);
}

}  // namespace

TEST_CASE("there is a recording of a GPU's counters") { CHECK_FALSE(recordings().empty()); }

TEST_CASE("every recording has every stage at every shape") {
  for (const fs::path& path : recordings()) {
    const Json recording = read(path);
    for (const std::string& stage : kExecutables)
      for (const Extents& shape : kShapes) {
        INFO(path.filename().string() << ": " << name_of(stage, shape));
        CHECK(find_row(recording, stage, shape) != nullptr);
      }
    CHECK(recording["rows"].size() == kExecutables.size() * kShapes.size());
  }
}

TEST_CASE("the emulator counts what the GPU counted") {
  for (const fs::path& path : recordings()) {
    const Json recording = read(path);
    const std::string architecture = recording["architecture"];
    std::vector<Difference> differences = known_differences();
    INFO(path.filename().string());
    for (const std::string& stage : kExecutables)
      for (const Extents& shape : kShapes) {
        const Json* row = find_row(recording, stage, shape);
        if (!row) continue;
        const Run run{stage, architecture, (*row)["counts"], emulated(stage, shape)};
        for (const std::string& complaint : compare(run, differences)) {
          INFO(name_of(stage, shape) << ": " << complaint);
          CHECK(false);
        }
      }
    for (const std::string& complaint : stale(differences, architecture)) {
      INFO("as_written.txt: " << complaint);
      CHECK(false);
    }
  }
}

TEST_CASE("known differences are of stages that exist") {
  for (const Difference& difference : known_differences()) {
    INFO(difference.stage);
    CHECK(std::count(kExecutables.begin(), kExecutables.end(), difference.stage) == 1);
  }
}

TEST_CASE("loads that the compiler merges are told as the GPU counted them") {
  int compared = 0;
  for (const fs::path& path : recordings()) {
    const Json recording = read(path);
    for (const Difference& difference : known_differences()) {
      if (difference.count != "shared/load") continue;
      if (difference.architecture != recording["architecture"]) continue;
      for (const Extents& shape : kShapes) {
        INFO(name_of(difference.stage, shape));
        const Json load = emulated(difference.stage, shape)["shared"]["load"];
        const Json golden =
            (*find_row(recording, difference.stage, shape))["counts"]["shared"]["load"];
        REQUIRE(load.contains("compiled"));
        CHECK(load["compiled"]["architecture"] == difference.architecture);
        for (const char* unit : {"requests", "wavefronts"})
          CHECK(load["compiled"][unit].get<double>() ==
                Approx(golden[unit].get<double>()).epsilon(0.005));
        ++compared;
      }
    }
  }
  CHECK(compared > 0);
}
