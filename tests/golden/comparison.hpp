#pragma once
#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

// A count, or a group of counts, of one stage on one kind of GPU that the emulator is known to have
// more or fewer of.
struct Difference {
  std::string stage, architecture;  // "03_smem", "sm_90"
  std::string count;                // "shared/load"
  bool more = true;
  bool seen = false;  // the counts did differ
};

// Reads a table of differences: stage, architecture, count, "more" or "fewer", and the reason.
// Throws std::runtime_error with the line that is something else.
std::vector<Difference> read_differences(std::istream& table);

// What was counted, and where.
struct Run {
  std::string stage, architecture;
  nlohmann::json golden, emulated;  // counts, in the emulator's layout
};

// What is wrong with the emulator's counts, a sentence each. Asynchronous copies count as loads of
// global memory, too:
// * requests, sectors and wavefronts equal the golden ones within 0.5 %;
// * wavefronts of shared stores are up to 15 % below: hardware counts lost arbitration with them;
// * a listed difference lies on its side, any amount, and is marked as seen when above 0.5 %.
std::vector<std::string> compare(const Run& run, std::vector<Difference>& differences);

// The listed differences of an architecture that no comparison has seen, a sentence each.
std::vector<std::string> stale(const std::vector<Difference>& differences,
                               const std::string& architecture);
