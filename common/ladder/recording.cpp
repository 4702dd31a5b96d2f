#include "common/ladder/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "common/error.hpp"

namespace gemm {
namespace {

bool is_recording(const Json& array) {
  return array.is_array() && !array.empty() &&
         std::all_of(array.begin(), array.end(), [](const Json& report) {
           return report.is_object() && report.value("schema", 0) == 1 && report.contains("stage");
         });
}

}  // namespace

std::vector<Json> read_recording(const std::string& path) {
  std::ifstream file(path);
  const Json array = Json::parse(file, nullptr, false);
  if (!file || !is_recording(array))
    throw BadArguments(fmt::format("'{}' is not an array that --json wrote.", path));
  std::vector<Json> parts;
  Json problem;  // of the last part; a stage that failed early names none
  for (const Json& report : array) {
    const Json here = report.value("problem", problem);
    if (parts.empty() || here != problem) parts.push_back(Json::array());
    parts.back().push_back(report);
    problem = here;
  }
  return parts;
}

}  // namespace gemm
