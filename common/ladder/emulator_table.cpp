#include "common/ladder/emulator_table.hpp"

#include <fmt/format.h>

#include <initializer_list>
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

double sum(const Json& report, std::initializer_list<const char*> pointers) {
  double total = 0;
  for (const char* pointer : pointers) total += number(report, pointer).value_or(0);
  return total;
}

// What loads and asynchronous copies ask of global memory.
std::optional<double> sectors_per_request(const Json& report) {
  return ratio(sum(report, {"/counts/global/load/sectors", "/counts/async/sectors"}),
               sum(report, {"/counts/global/load/requests", "/counts/async/requests"}));
}

// As written.
double wavefronts(const Json& report) {
  return sum(report, {"/counts/shared/load/wavefronts", "/counts/shared/store/wavefronts",
                      "/counts/async/shared_floor"});
}

// Per multiply-add instruction of a warp.
std::optional<double> per_ffma(const Json& report, double wavefronts) {
  constexpr double kWarp = 32;
  if (wavefronts == 0) return std::nullopt;
  return ratio(kWarp * wavefronts, number(report, "/counts/ffma"));
}

// And, in brackets, as the compiler makes them where that is known to differ.
std::string wavefronts_cell(const Json& report) {
  const double written = wavefronts(report);
  const auto loads = number(report, "/counts/shared/load/wavefronts");
  const auto compiled = number(report, "/counts/shared/load/compiled/wavefronts");
  const std::string text = cell(per_ffma(report, written));
  if (!compiled) return text;
  return fmt::format("{} ({})", text, cell(per_ffma(report, written - *loads + *compiled)));
}

// The share of wavefronts that conflicts between banks cost, in percent.
std::optional<double> conflicts(const Json& report) {
  const double floor = sum(report, {"/counts/shared/load/floor", "/counts/shared/store/floor",
                                    "/counts/async/shared_floor"});
  return percent(ratio(wavefronts(report) - floor, wavefronts(report)));
}

std::string percentage(std::optional<double> value) {
  return value ? fmt::format("{:.0f} %", *value) : "–";
}

Row stage_row(const Json& report) {
  return {text(report, "/stage"),
          verdict_with_error(report),
          checker_verdict(report),
          cell(sectors_per_request(report)),
          cell(number(report, "/counts/bytes_per_flop")),
          wavefronts_cell(report),
          percentage(conflicts(report)),
          cell(number(report, "/ceiling/tflops")),
          text(report, "/ceiling/limited_by")};
}

}  // namespace

std::string emulator_table(const Json& reports) {
  std::string model;
  for (const auto& report : reports)
    if (model.empty()) model = text(report, "/ceiling/model");
  const std::vector<Row> header = {
      {"", "", "", "sectors", "global", "shared", "of them", "ceiling", ""},
      {"", "verified", "", "per global", "bytes", "wavefronts", "bank", "TFLOP/s", "which is"},
      {"stage", "error/bound", "checker", "load", "per FLOP", "per FFMA", "conflicts",
       model.empty() ? "" : "on " + model, "limited by"}};
  std::vector<Row> rows;
  for (const auto& report : reports) rows.push_back(stage_row(report));
  return format_table("lllrrrrrl", header, rows);
}

}  // namespace gemm
