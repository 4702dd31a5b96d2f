#include "common/ladder/verdict.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace gemm {
namespace {

const Json& findings(const Json& report) {
  static const Json none = Json::array();
  static const Json::json_pointer place("/checker/findings");
  return report.contains(place) ? report.at(place) : none;
}

bool has_bad_element(const Json& report) {
  return number(report, "/verify/first_bad/row").has_value();
}

bool wrote_between_rows(const Json& report) {
  static const Json::json_pointer place("/verify/gaps_intact");
  return report.contains(place) && report.at(place) == false;
}

// Of an element of C; "nan" and "inf" are strings in JSON.
std::string element(const Json& report, const char* pointer) {
  const auto value = number(report, pointer);
  return value ? fmt::format("{:.9g}", *value) : text(report, pointer);
}

std::string failure_reason(const Json& report) {
  const std::string error = text(report, "/error");
  if (!error.empty()) return error;
  if (has_bad_element(report))
    return fmt::format(
        "row {}, column {} of C is {} and should be {}", element(report, "/verify/first_bad/row"),
        element(report, "/verify/first_bad/col"), element(report, "/verify/first_bad/got"),
        element(report, "/verify/first_bad/want"));
  if (wrote_between_rows(report)) return "the kernel wrote between the rows of C";
  if (!findings(report).empty() && findings(report).front().is_string())
    return findings(report).front().get<std::string>();
  return "no reason given";
}

}  // namespace

std::string verdict(const Json& report) {
  const std::string status = text(report, "/status");
  if (status == "error") return "failed";
  const bool only_findings =
      !findings(report).empty() && !has_bad_element(report) && !wrote_between_rows(report);
  if (status == "fail" && !only_findings) return "WRONG";
  const std::string method = text(report, "/verify/method");
  return method.empty() || method == "none" ? "not checked" : method;
}

std::string checker_verdict(const Json& report) {
  if (!report.contains("checker") || report.at("checker").is_null()) return "–";
  const size_t count = findings(report).size();
  if (count == 0) return text(report, "/status") == "error" ? "–" : "clean";
  return count == 1 ? "1 finding" : fmt::format("{} findings", count);
}

std::string failure_notes(const Json& reports) {
  std::string notes;
  for (const auto& report : reports) {
    if (passed(report)) continue;
    const std::string reason = failure_reason(report);
    const bool has_stop = reason.ends_with('.');
    notes += fmt::format("{}: {}{}\n", text(report, "/stage"), reason, has_stop ? "" : ".");
  }
  return notes;
}

}  // namespace gemm
