#include "common/ladder/ceiling_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "common/ladder/log_axis.hpp"
#include "common/ladder/numbers.hpp"
#include "common/models.hpp"

namespace gemm {

std::string ceiling_chart(const Json& reports) {
  constexpr int kWidth = 60;
  constexpr const char* kCeiling = "/ceiling/tflops";
  std::vector<double> ceilings;
  std::string model;
  size_t margin = 0;  // of the longest name
  for (const auto& report : reports)
    if (const auto ceiling = number(report, kCeiling)) {
      ceilings.push_back(*ceiling);
      model = text(report, "/ceiling/model");
      margin = std::max(margin, text(report, "/stage").size());
    }
  if (ceilings.empty()) return "";
  const auto [min, max] = std::minmax_element(ceilings.begin(), ceilings.end());
  const LogAxis axis(*min / 2, *max, kWidth);  // the shortest bar shows, too

  std::string chart =
      fmt::format("Ceilings on {}, TFLOP/s (log scale): no stage can be faster, most are slower\n",
                  find_model(model).full_name);
  for (const auto& report : reports)
    if (const auto ceiling = number(report, kCeiling))
      chart += fmt::format("{:{}} │{:█<{}} {}\n", text(report, "/stage"), margin, "",
                           axis.cell(*ceiling), three_digits(*ceiling));
  chart += fmt::format("{:{}} └{}\n", "", margin, tick_labels(axis));
  return chart;
}

}  // namespace gemm
