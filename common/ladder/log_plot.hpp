#pragma once
#include <string>
#include <vector>

#include "common/ladder/log_axis.hpp"

namespace gemm {

// A plot of characters between two logarithmic axes.
class LogPlot {
 public:
  LogPlot(const LogAxis& x, const LogAxis& y);

  // Puts the curve's character into the cell of each x where y(x) is within the axis.
  template <typename Curve>
  void draw(Curve y, char character) {
    for (int col = 0; col < x_.cells(); ++col)
      if (const double value = y(x_.value(col)); y_.reaches(value))
        rows_[y_.cell(value)][col] = character;
  }

  // Puts a letter or digit over what is drawn; where one stands already, into the nearest free cell
  // to the right, else to the left.
  void mark(double x, double y, char marker);

  // With tick labels, a line each; `margin` is the width of the labels on the left.
  std::string str(int margin) const;

 private:
  LogAxis x_, y_;
  std::vector<std::string> rows_;  // from the bottom
};

}  // namespace gemm
