#include "common/ladder/intensity_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "common/ladder/log_axis.hpp"
#include "common/ladder/numbers.hpp"

namespace gemm {

std::string intensity_chart(const Json& reports) {
  constexpr int kWidth = 60;
  std::vector<double> intensities;
  size_t margin = 0;  // of the longest name
  for (const auto& report : reports)
    if (const auto intensity = asked_intensity(report)) {
      intensities.push_back(*intensity);
      margin = std::max(margin, text(report, "/stage").size());
    }
  if (intensities.empty()) return "";
  const auto [min, max] = std::minmax_element(intensities.begin(), intensities.end());
  const LogAxis axis(*min / 2, *max, kWidth);  // the shortest bar shows, too

  std::string chart = "FLOP per byte that the blocks ask of global memory (log scale)\n";
  for (const auto& report : reports)
    if (const auto intensity = asked_intensity(report))
      chart += fmt::format("{:{}} │{:█<{}} {}\n", text(report, "/stage"), margin, "",
                           axis.cell(*intensity), three_digits(*intensity));
  chart += fmt::format("{:{}} └{}\n", "", margin, tick_labels(axis));
  return chart;
}

}  // namespace gemm
