#include "common/ladder/outcome.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "common/error.hpp"

namespace gemm {
namespace {

// The exit code that goes with each status.
const std::map<std::string, int> kExitCodes = {{"pass", 0}, {"fail", 1}, {"error", 3}};

bool is_report(const Json& json) {
  return number(json, "/schema") == 1 && kExitCodes.count(text(json, "/status"));
}

// Keeps what is known of the run.
Outcome failure(Json report, const std::string& error) {
  report["status"] = "error";
  report["error"] = error;
  return {report, 3};
}

// "stage: sentence\n" without what is around the sentence.
std::string own_words(const std::string& stage, const std::string& err) {
  const std::string prefix = stage + ": ";
  const size_t begin = err.starts_with(prefix) ? prefix.size() : 0;
  const size_t end = err.find_last_not_of('\n') + 1;
  return err.substr(begin, std::max(begin, end) - begin);
}

}  // namespace

Outcome outcome_of(const std::string& stage, const ProcessResult& process) {
  constexpr int kRefused = 2;
  if (process.signal == 0 && process.exit_code == kRefused)
    throw BadArguments(own_words(stage, process.err));

  const Json empty = {{"schema", 1}, {"stage", stage}};
  if (process.signal != 0)
    return failure(
        empty, fmt::format("killed by signal {} ({})", process.signal, strsignal(process.signal)));

  constexpr bool kThrow = false;
  const Json report = Json::parse(process.out, nullptr, kThrow);
  if (!is_report(report))
    return failure(empty, fmt::format("exited with code {} and no report", process.exit_code));
  const std::string status = text(report, "/status");
  if (process.exit_code != kExitCodes.at(status))
    return failure(report, fmt::format("exited with code {} although its report says \"{}\"",
                                       process.exit_code, status));
  return {report, process.exit_code};
}

}  // namespace gemm
