// check <project folder> <program> <kernel file>
// Runs the mutants of a kernel, each in a process of its own and in every lane order, and prints
// what came of them. Exits with 1 unless all of it is what mutants.txt says, and the kernel as it is
// passes the same runs.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/emulator/runtime/settings.hpp"
#include "common/ladder/process.hpp"
#include "tests/mutants/table.hpp"

using namespace mutants;
using Json = nlohmann::json;
using Arguments = std::vector<std::string>;

namespace {

const char* const kOrders[] = {"forward", "reverse", "random"};

// What one run came to.
struct Outcome {
  std::string trouble;  // why it is not the right one; empty where it is
  std::string text;     // the finding, or the wrong element
};

Json run(const std::string& program, const std::string& name, const char* order,
         const Arguments& more) {
  Arguments arguments = {name, "--json", "-", "--lane-order", order};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const gemm::ProcessResult result = gemm::run_process(program, arguments);
  if (result.signal != 0) throw std::runtime_error(fmt::format("killed by {}", result.signal));
  if (result.exit_code > 1)
    throw std::runtime_error(fmt::format("exit code {}: {}", result.exit_code, result.err));
  const Json json = Json::parse(result.out);
  const bool passed = json.at("status") == "pass";
  if (passed != (result.exit_code == 0)) throw std::runtime_error("exit code and status differ");
  return json;
}

// Whether the text names the line: "kernel.cuh:12", not followed by another digit.
bool names(const std::string& text, const std::string& place) {
  size_t found = text.find(place);
  while (found != std::string::npos && std::isdigit(text[found + place.size()]))
    found = text.find(place, found + 1);
  return found != std::string::npos;
}

// How the texts of findings tell their kinds.
const std::map<std::string, Arguments> kKinds = {
    {"race", {"with no barrier"}},
    {"out_of_bounds", {"past the end of", "neither device nor shared memory"}},
    {"misaligned", {"not a multiple of"}},
    {"uninitialised", {"which nobody has written", "nobody has initialised"}},
    {"divergent_barrier", {"not reached by all threads"}},
    {"async_unwaited", {"asynchronous copy"}},
    {"stopped", {"has not come to an end", "divides by zero", "crashes"}},
    {"wrong", {}}};

bool holds_one(const std::string& text, const Arguments& parts) {
  const auto is_in_text = [&](const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  return std::any_of(parts.begin(), parts.end(), is_in_text);
}

// Whether a finding is of a right kind, names the kernel and the places, and says what it must.
bool fits(const std::string& finding, const Mutant& mutant, const std::string& source) {
  bool fits = finding.rfind("sgemm_kernel: ", 0) == 0;
  for (const std::string& place : mutant.places)
    fits &= names(finding, fmt::format("{}/kernel.cuh:{}", mutant.name, line_of(source, place)));
  for (const std::string& part : mutant.parts) fits &= holds_one(finding, {part});
  bool of_a_kind = false;
  for (const std::string& kind : mutant.outcomes) of_a_kind |= holds_one(finding, kKinds.at(kind));
  return fits && of_a_kind;
}

Outcome judge(const Json& json, const Mutant& mutant, const std::string& source) {
  const Arguments findings = json.at("checker").at("findings");
  const std::string all = fmt::format("{}", fmt::join(findings, " / "));
  if (findings.empty()) {
    if (mutant.outcomes.back() != "wrong") return {"no finding", ""};
    if (!json.at("verify").contains("first_bad")) return {"the result is right", ""};
    const Json& bad = json.at("verify").at("first_bad");
    return {"", fmt::format("row {}, column {} is {} and should be {}", bad.at("row").dump(),
                            bad.at("col").dump(), bad.at("got").dump(), bad.at("want").dump())};
  }
  for (const std::string& finding : findings)
    if (fits(finding, mutant, source)) return {"", finding};
  return {"no finding of this kind names the place", all};
}

// A line of the output, a row of a table.
void tell(bool fine, const std::string& name, const std::string& expected,
          const std::string& observed) {
  fmt::print("{} | {} | {} | {}\n", fine ? "ok" : "FAILED", name, expected, observed);
}

// Runs a mutant in each lane order; returns whether all went as they must.
bool check_mutant(const std::string& program, const std::string& text, const Kernel& kernel,
                  const Mutant& mutant) {
  std::string expected = fmt::format("{}", fmt::join(mutant.outcomes, " or "));
  try {
    const std::string source = mutate(text, kernel, mutant);
    for (const std::string& place : mutant.places)
      expected += fmt::format(", line {}", line_of(source, place));
    Outcome outcome;
    for (const char* order : kOrders) {
      outcome = judge(run(program, mutant.name, order, mutant.arguments), mutant, source);
      if (!outcome.trouble.empty())
        throw std::runtime_error(
            fmt::format("in {} order, {}: {}", order, outcome.trouble, outcome.text));
    }
    tell(true, mutant.name, expected, outcome.text);
    return true;
  } catch (const std::exception& error) {
    tell(false, mutant.name, expected, error.what());
    return false;
  }
}

// The kernel as it is, in all the runs of its mutants.
bool check_original(const std::string& program, const Kernel& kernel) {
  std::set<Arguments> runs;
  for (const Mutant& mutant : kernel.mutants) runs.insert(mutant.arguments);
  for (const Arguments& arguments : runs)
    for (const char* order : kOrders) {
      const Json json = run(program, kernel.name(), order, arguments);
      if (json.at("status") == "pass") continue;
      tell(false, kernel.name(), "no finding", json.dump());
      return false;
    }
  return true;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 4) throw std::runtime_error("check <project folder> <program> <kernel file>");
  const std::string project = argv[1], program = argv[2];
  setenv(emulator::kBlockSeconds, "1", true);
  bool fine = true, known = false;
  for (const Kernel& kernel : read_table(project + "/tests/mutants/mutants.txt")) {
    if (kernel.file != argv[3]) continue;
    known = true;
    const std::string text = contents(project + "/" + kernel.file);
    fine &= check_original(program, kernel);
    for (const Mutant& mutant : kernel.mutants) fine &= check_mutant(program, text, kernel, mutant);
  }
  if (!known) throw std::runtime_error(fmt::format("mutants.txt has none of {}", argv[3]));
  return fine ? 0 : 1;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
