#include "tests/golden/comparison.hpp"

#include <fmt/format.h>

#include <cmath>
#include <istream>
#include <sstream>
#include <stdexcept>

namespace {

constexpr double kTolerance = 0.005;
constexpr double kArbitration = 0.15;  // of the wavefronts of shared stores

const std::vector<std::string> kCounts = {
    "global/load/requests",    "global/load/sectors",    "global/load/lines",
    "global/store/requests",   "global/store/sectors",   "global/store/lines",
    "shared/load/requests",    "shared/load/wavefronts", "shared/store/requests",
    "shared/store/wavefronts", "async/requests",         "async/sectors"};

bool agree(double emulated, double golden) {
  return std::abs(emulated - golden) <= kTolerance * golden;
}

// The GPU counts asynchronous copies among the loads of global memory.
nlohmann::json with_copies_as_loads(nlohmann::json counts) {
  for (const char* unit : {"requests", "sectors", "lines"}) {
    nlohmann::json& loads = counts["global"]["load"][unit];
    loads = loads.get<double>() + counts["async"][unit].get<double>();
  }
  return counts;
}

// "shared/load" holds "shared/load/requests", and every count itself.
bool holds(const std::string& group, const std::string& count) {
  return count == group || count.rfind(group + "/", 0) == 0;
}

// Empty when the two numbers go together, else how they should.
std::string rule_broken(const std::string& count, double emulated, double golden,
                        Difference* difference) {
  if (difference) {
    if (!agree(emulated, golden)) difference->seen = true;
    if (difference->more) return emulated >= golden ? "" : "listed as more";
    return emulated <= golden ? "" : "listed as fewer";
  }
  if (count == "shared/store/wavefronts")
    return emulated <= golden && emulated >= (1 - kArbitration) * golden ? "" : "0 to 15 % below";
  return agree(emulated, golden) ? "" : "equal within 0.5 %";
}

}  // namespace

std::vector<Difference> read_differences(std::istream& table) {
  std::vector<Difference> differences;
  for (std::string line; std::getline(table, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    Difference d;
    std::string side, reason;
    words >> d.stage >> d.architecture >> d.count >> side >> reason;
    bool known = false;
    for (const std::string& count : kCounts) known = known || holds(d.count, count);
    if (!known || reason.empty() || (side != "more" && side != "fewer"))
      throw std::runtime_error("not a stage, GPU, count, more or fewer, and reason: " + line);
    d.more = side == "more";
    differences.push_back(d);
  }
  return differences;
}

std::vector<std::string> compare(const Run& run, std::vector<Difference>& differences) {
  std::vector<std::string> complaints;
  const nlohmann::json emulated_counts = with_copies_as_loads(run.emulated);
  for (const std::string& count : kCounts) {
    Difference* difference = nullptr;
    for (Difference& d : differences)
      if (d.stage == run.stage && d.architecture == run.architecture && holds(d.count, count))
        difference = &d;
    const nlohmann::json::json_pointer place("/" + count);
    if (!run.golden.contains(place) || !run.golden[place].is_number()) {
      complaints.push_back(count + " is not in the recording");
      continue;
    }
    const double emulated = emulated_counts.at(place), golden = run.golden[place];
    const std::string rule = rule_broken(count, emulated, golden, difference);
    if (!rule.empty())
      complaints.push_back(
          fmt::format("{}: emulator {:.0f}, GPU {:.0f}: not {}", count, emulated, golden, rule));
  }
  return complaints;
}

std::vector<std::string> stale(const std::vector<Difference>& differences,
                               const std::string& architecture) {
  std::vector<std::string> complaints;
  for (const Difference& d : differences)
    if (d.architecture == architecture && !d.seen)
      complaints.push_back(
          fmt::format("{} {} {} is listed as {} but agrees at all shapes: take the line out",
                      d.stage, d.architecture, d.count, d.more ? "more" : "fewer"));
  return complaints;
}
