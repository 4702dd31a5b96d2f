#include "common/ladder/fields.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

namespace gemm {

std::optional<double> number(const Json& report, const char* pointer) {
  const Json::json_pointer place(pointer);
  if (!report.contains(place) || !report.at(place).is_number()) return std::nullopt;
  return report.at(place).get<double>();
}

std::string text(const Json& report, const char* pointer) {
  const Json::json_pointer place(pointer);
  if (!report.contains(place) || !report.at(place).is_string()) return "";
  return report.at(place).get<std::string>();
}

std::optional<double> median_number(const Json& reports, const char* pointer) {
  std::vector<double> values;
  for (const auto& report : reports)
    if (const auto value = number(report, pointer)) values.push_back(*value);
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  const size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::string stage_number(const Json& report) {
  const std::string stage = text(report, "/stage");
  return stage.substr(0, stage.find('_'));
}

bool is_published(const Json& report) { return text(report, "/stage").ends_with("_published"); }

bool passed(const Json& report) { return text(report, "/status") == "pass"; }

bool on_gpu(const Json& reports) {
  return std::any_of(reports.begin(), reports.end(),
                     [](const Json& report) { return text(report, "/backend") == "gpu"; });
}

std::optional<double> asked_intensity(const Json& report) {
  const auto M = number(report, "/problem/m"), N = number(report, "/problem/n"),
             K = number(report, "/problem/k"), BM = number(report, "/launch/tile/BM"),
             BN = number(report, "/launch/tile/BN");
  if (!M || !N || !K || !BM || !BN) return std::nullopt;
  const double volume = *M * *N * *K;
  if (volume <= 0 || *BM <= 0 || *BN <= 0) return std::nullopt;
  const double bytes = sizeof(float) * (volume / *BN + volume / *BM + *M * *N);
  return 2 * volume / bytes;
}

}  // namespace gemm
