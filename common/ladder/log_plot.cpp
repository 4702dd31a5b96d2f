#include "common/ladder/log_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace gemm {

LogPlot::LogPlot(const LogAxis& x, const LogAxis& y)
    : x_(x), y_(y), rows_(y.cells(), std::string(x.cells(), ' ')) {}

void LogPlot::mark(double x, double y, char marker) {
  std::string& row = rows_[y_.cell(y)];
  const auto is_free = [](unsigned char c) { return !std::isalnum(c); };
  const auto place = row.begin() + x_.cell(x);
  if (const auto right = std::find_if(place, row.end(), is_free); right != row.end())
    *right = marker;
  else if (const auto left = std::find_if(std::reverse_iterator(place), row.rend(), is_free);
           left != row.rend())
    *left = marker;
}

std::string LogPlot::str(int margin) const {
  std::vector<std::string> labels(rows_.size());
  for (const double tick : y_.ticks()) labels[y_.cell(tick)] = fmt::format("{:.3g}", tick);

  std::string lines;
  for (size_t row = rows_.size(); row-- > 0;) {
    const std::string& cells = rows_[row];
    lines += fmt::format("{:>{}} │{}\n", labels[row], margin,
                         cells.substr(0, cells.find_last_not_of(' ') + 1));
  }
  lines += fmt::format("{:>{}} └{:─<{}}\n", "", margin, "", x_.cells());
  return lines + fmt::format("{:>{}}  {}\n", "", margin, tick_labels(x_));
}

}  // namespace gemm
