#include "common/ladder/roofline_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "common/ladder/log_plot.hpp"
#include "common/ladder/numbers.hpp"

namespace gemm {
namespace {

constexpr int kWidth = 70, kHeight = 18;  // characters
constexpr int kMargin = 7;                // characters on the left
constexpr double kRoom = 1.5;             // factor between the outermost points and the ends

struct Point {
  std::string stage;
  char marker;
  double intensity, tflops;
};

char marker_of(const Json& report) {
  const int number = std::atoi(stage_number(report).c_str());
  if (is_published(report)) return static_cast<char>('A' + number - 1);
  return static_cast<char>(number < 10 ? '0' + number : 'a' + number - 10);
}

std::vector<Point> points_of(const Json& reports) {
  std::vector<Point> points;
  for (const auto& report : reports) {
    const double intensity = number(report, "/roofline/kernel_intensity").value_or(0);
    const double tflops = number(report, "/timing/tflops").value_or(0);
    if (passed(report) && intensity > 0 && tflops > 0)
      points.push_back({text(report, "/stage"), marker_of(report), intensity, tflops});
  }
  return points;
}

// Around the points and what the roof has there.
LogAxis axis_over(const std::vector<Point>& points, double Point::*coordinate, double roof,
                  int cells) {
  double min = roof, max = roof;
  for (const auto& point : points) {
    min = std::min(min, point.*coordinate);
    max = std::max(max, point.*coordinate);
  }
  return LogAxis(min / kRoom, max * kRoom, cells);
}

std::string legend(const std::vector<Point>& points) {
  constexpr size_t kPerLine = 3;
  std::string lines;
  for (size_t i = 0; i < points.size(); ++i) {
    const bool ends_line = i % kPerLine == kPerLine - 1 || i + 1 == points.size();
    const std::string entry = fmt::format("{} {}", points[i].marker, points[i].stage);
    lines += ends_line ? entry + "\n" : fmt::format("{:<30}", entry);
  }
  return lines;
}

}  // namespace

std::string roofline_chart(const Json& reports) {
  const auto points = points_of(reports);
  const double fp32 = median_number(reports, "/roofline/fp32_tflops").value_or(0);
  const double dram = median_number(reports, "/roofline/dram_tbs").value_or(0);
  if (points.empty() || fp32 <= 0 || dram <= 0) return "";

  const double ridge = fp32 / dram;  // FLOP per byte where the roof becomes level
  constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
  LogPlot plot(axis_over(points, &Point::intensity, ridge, kWidth),
               axis_over(points, &Point::tflops, fp32, kHeight));
  plot.draw([&](double x) { return x < ridge ? dram * x : kNothing; }, '/');
  plot.draw([&](double x) { return x < ridge ? kNothing : fp32; }, '-');
  for (const auto& point : points) plot.mark(point.intensity, point.tflops, point.marker);

  return fmt::format(
      "TFLOP/s under the measured roof: - FP32 {} TFLOP/s, / DRAM {} TB/s\n{}"
      "{:{}}  FLOP per byte that the blocks ask of global memory; caches lift above the "
      "slope\n\n{}",
      three_digits(fp32), three_digits(dram), plot.str(kMargin), "", kMargin, legend(points));
}

}  // namespace gemm
