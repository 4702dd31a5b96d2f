#include "common/ladder/run_stages.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/ladder/outcome.hpp"
#include "common/ladder/process.hpp"

namespace gemm {

Results run_stages(const std::filesystem::path& directory, const std::vector<std::string>& stages,
                   std::vector<std::string> arguments, Progress& progress) {
  arguments.insert(arguments.end(), {"--roofline", "--json", "-"});
  Results results;
  for (const auto& stage : stages) {
    progress.next(stage);
    const ProcessResult process = run_process(directory / stage, arguments);
    progress.clear();
    const Outcome outcome = outcome_of(stage, process);
    if (outcome.exit_code != 0) fmt::print(stderr, "{}", process.err);
    results.reports.push_back(outcome.report);
    results.exit_code = std::max(results.exit_code, outcome.exit_code);
  }
  return results;
}

}  // namespace gemm
