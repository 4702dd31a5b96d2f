#include "common/ladder/emulator_table.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "common/ladder/numbers.hpp"
#include "common/ladder/table.hpp"
#include "common/ladder/verdict.hpp"

namespace gemm {
namespace {

// "fp64 0.0123": the largest error over its bound.
std::string verdict_with_error(const Json& report) {
  const std::string words = verdict(report);
  const auto error = ratio(number(report, "/verify/max_error"), number(report, "/verify/bound"));
  if (!error || words == "not checked") return words;
  return fmt::format("{} {}", words, cell(error));
}

std::string whole(std::optional<double> count) {
  return count ? fmt::format("{:.0f}", *count) : "–";
}

// Of /launch/grid or /launch/block.
std::optional<double> product(const Json& report, const std::string& extents) {
  double product = 1;
  for (const char* dimension : {"/0", "/1", "/2"}) {
    const auto extent = number(report, (extents + dimension).c_str());
    if (!extent) return std::nullopt;
    product *= *extent;
  }
  return product;
}

std::string block_tile(const Json& report) {
  return fmt::format("{}×{}×{}", whole(number(report, "/launch/tile/BM")),
                     whole(number(report, "/launch/tile/BN")),
                     whole(number(report, "/launch/tile/BK")));
}

Row stage_row(const Json& report) {
  const bool launched = report.contains("launch") && report.at("launch").is_object();
  return {text(report, "/stage"),
          verdict_with_error(report),
          checker_verdict(report),
          launched ? block_tile(report) : "–",
          whole(product(report, "/launch/block")),
          whole(product(report, "/launch/grid")),
          cell(asked_intensity(report))};
}

}  // namespace

std::string emulator_table(const Json& reports) {
  const std::vector<Row> header = {
      {"", "verified", "", "", "threads", "", "FLOP per"},
      {"stage", "error/bound", "checker", "block tile", "per block", "blocks", "global byte"}};
  std::vector<Row> rows;
  for (const auto& report : reports) rows.push_back(stage_row(report));
  return format_table("lllrrrr", header, rows);
}

}  // namespace gemm
