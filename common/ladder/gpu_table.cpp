#include "common/ladder/gpu_table.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "common/ladder/numbers.hpp"
#include "common/ladder/table.hpp"
#include "common/ladder/verdict.hpp"

namespace gemm {
namespace {

// None for a stage that did not pass.
std::optional<double> time_ms(const Json& report) {
  return passed(report) ? number(report, "/timing/median_ms") : std::nullopt;
}

// Of the step before reports[i]. A published form is compared with what its stage is compared with.
std::optional<double> previous_time_ms(const Json& reports, size_t i) {
  size_t before = i;
  while (before > 0) {
    const Json& candidate = reports[--before];
    if (!is_published(candidate) && stage_number(candidate) != stage_number(reports[i]))
      return time_ms(candidate);
  }
  return std::nullopt;
}

// p10 to p90, in percent of the median.
std::optional<double> spread(const Json& report) {
  const auto p10 = number(report, "/timing/p10_ms"), p90 = number(report, "/timing/p90_ms");
  if (!p10 || !p90) return std::nullopt;
  return percent(ratio(*p90 - *p10, time_ms(report)));
}

Row stage_row(const Json& reports, size_t i) {
  const Json& report = reports[i];
  const std::string stage = text(report, "/stage");
  if (!passed(report)) return {stage, "–", "–", "–", "–", "–", "–", verdict(report)};
  return {stage,
          cell(time_ms(report)),
          cell(number(report, "/timing/tflops")),
          cell(percent(number(report, "/roofline/fraction"))),
          cell(percent(number(report, "/cublas/ratio"))),
          cell(ratio(previous_time_ms(reports, i), time_ms(report))),
          cell(spread(report)),
          verdict(report)};
}

// TFLOP/s of cuBLAS, from its median time over the reports.
std::optional<double> cublas_tflops(const Json& reports) {
  const auto M = median_number(reports, "/problem/m"), N = median_number(reports, "/problem/n"),
             K = median_number(reports, "/problem/k");
  if (!M || !N || !K) return std::nullopt;
  constexpr double kTeraPerS = 1e-9;  // of FLOP/ms
  return ratio(2 * *M * *N * *K * kTeraPerS, median_number(reports, "/cublas/median_ms"));
}

Row cublas_row(const Json& reports) {
  const auto tflops = cublas_tflops(reports);
  return {"cuBLAS",
          cell(median_number(reports, "/cublas/median_ms")),
          cell(tflops),
          cell(percent(ratio(tflops, median_number(reports, "/roofline/attainable_tflops")))),
          "100",
          "–",
          "–",
          "–"};
}

std::string rate_and_ratio(const Json& report) {
  if (!passed(report)) return verdict(report);
  return fmt::format("{} ({})", cell(number(report, "/timing/tflops")),
                     cell(number(report, "/cublas/ratio")));
}

// "4096×4096×512" of the first report that names its problem.
std::string extents_of(const Json& reports) {
  for (const Json& report : reports)
    if (report.contains("problem"))
      return fmt::format("{}×{}×{}", report.at("problem").value("m", 0),
                         report.at("problem").value("n", 0), report.at("problem").value("k", 0));
  return "–";
}

}  // namespace

std::string gpu_table(const Json& reports) {
  const Row header = {"stage",       "time (ms)",  "TFLOP/s",     "% of roof",
                      "% of cuBLAS", "× previous", "p10–p90 (%)", "verified"};
  std::vector<Row> rows;
  for (size_t i = 0; i < reports.size(); ++i) rows.push_back(stage_row(reports, i));
  if (median_number(reports, "/cublas/median_ms")) rows.push_back(cublas_row(reports));
  return format_table("lrrrrrrl", {header}, rows);
}

std::string size_table(const std::vector<Json>& parts) {
  Row header = {"TFLOP/s (× cuBLAS)"};
  for (const Json& reports : parts) header.push_back(extents_of(reports));

  std::vector<Row> rows;
  for (size_t stage = 0; stage < parts.front().size(); ++stage) {
    Row row = {text(parts.front()[stage], "/stage")};
    for (const Json& reports : parts) row.push_back(rate_and_ratio(reports[stage]));
    rows.push_back(row);
  }
  Row cublas = {"cuBLAS"};
  for (const Json& reports : parts) cublas.push_back(cell(cublas_tflops(reports)));
  rows.push_back(cublas);
  return format_table(fmt::format("l{:r>{}}", "", parts.size()), {header}, rows);
}

}  // namespace gemm
