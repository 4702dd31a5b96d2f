// The accesses that the compiler makes of each stage are as wide as the table says.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/widths/cubin.hpp"

namespace {

const std::vector<std::string> kStages = {STAGE_NAMES};
const std::vector<std::string> kArchitectures = {"80", "90"};
const std::vector<std::string> kInstructions = {"LDG", "STG", "LDS", "STS", "LDGSTS"};

// "32,128" as a list; "-" as an empty one.
std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text == "-" ? "" : text);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

// Widths by stage and architecture.
using Table = std::map<std::pair<std::string, std::string>, Widths>;

Table read_table() {
  std::ifstream file(WIDTHS_TABLE);
  Table table;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string stage, architectures, list, why;
    words >> stage >> architectures;
    Widths widths;
    for (const std::string& instruction : kInstructions) {
      words >> list;
      for (const std::string& width : split(list)) widths[instruction].insert(std::stoi(width));
    }
    INFO(line);
    REQUIRE(words >> why);
    for (const std::string& architecture : split(architectures))
      REQUIRE(table.emplace(std::pair{stage, architecture}, widths).second);
  }
  return table;
}

std::string to_string(const Widths& widths) {
  std::string text;
  for (const auto& [instruction, bits] : widths)
    text += fmt::format("{} {}  ", instruction, fmt::join(bits, ","));
  return text;
}

}  // namespace

TEST_CASE("the table of access widths has every stage and architecture, and nothing else") {
  const Table table = read_table();
  for (const std::string& stage : kStages)
    for (const std::string& architecture : kArchitectures) {
      INFO(stage << " sm_" << architecture);
      CHECK(table.count({stage, architecture}) == 1);
    }
  CHECK(table.size() == kStages.size() * kArchitectures.size());
}

TEST_CASE("machine code has the access widths of the table") {
  for (const auto& [key, expected] : read_table()) {
    const auto& [stage, architecture] = key;
    INFO(stage << " sm_" << architecture);
    const std::string cubin = fmt::format("{}/{}.sm_{}.cubin", CUBIN_DIR, stage, architecture);
    CHECK(to_string(access_widths(cubin, "sgemm_kernel")) == to_string(expected));
  }
}

TEST_CASE("what is not a cubin, or holds another kernel, is refused") {
  const std::string cubin = CUBIN_DIR "/01_naive.sm_80.cubin";
  CHECK_THROWS(access_widths(cubin, "another_kernel"));
  CHECK_THROWS(access_widths(WIDTHS_TABLE, "sgemm_kernel"));
  CHECK_THROWS(access_widths(CUBIN_DIR "/no_such_file", "sgemm_kernel"));
}
