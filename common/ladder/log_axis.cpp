#include "common/ladder/log_axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gemm {

LogAxis::LogAxis(double min, double max, int cells)
    : low_(std::floor(std::log2(min))),
      high_(std::max(std::ceil(std::log2(max)), low_ + 1)),
      cells_(cells) {}

int LogAxis::cell(double value) const {
  const double place = (std::log2(value) - low_) / (high_ - low_);  // 0 … 1
  return static_cast<int>(std::lround(std::clamp(place, 0.0, 1.0) * (cells_ - 1)));
}

double LogAxis::value(int cell) const {
  return std::exp2(low_ + (high_ - low_) * cell / (cells_ - 1));
}

bool LogAxis::reaches(double value) const {
  return value >= std::exp2(low_) && value <= std::exp2(high_);
}

std::vector<double> LogAxis::ticks() const {
  std::vector<double> ticks;
  for (double exponent = low_; exponent <= high_; ++exponent) ticks.push_back(std::exp2(exponent));
  return ticks;
}

std::string tick_labels(const LogAxis& axis) {
  std::string line;
  for (const double tick : axis.ticks()) {
    const size_t start = axis.cell(tick);
    if (!line.empty() && start <= line.size()) continue;
    line.resize(start, ' ');
    line += fmt::format("{:.3g}", tick);
  }
  return line;
}

}  // namespace gemm
