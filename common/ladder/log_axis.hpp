#pragma once
#include <string>
#include <vector>

namespace gemm {

// Places positive values on equal steps of their logarithm. The ends are powers of two.
class LogAxis {
 public:
  // Reaches at least from `min` to `max`, in `cells` steps.
  LogAxis(double min, double max, int cells);

  int cells() const { return cells_; }
  int cell(double value) const;       // 0 … cells − 1, the nearest end for values outside
  double value(int cell) const;       // at the middle of the cell
  bool reaches(double value) const;   // whether it is between the ends
  std::vector<double> ticks() const;  // the powers of two from end to end

 private:
  double low_, high_;  // log2 of the ends
  int cells_;
};

// The ticks as one line, each starting at its cell; those that would collide are left out.
std::string tick_labels(const LogAxis& axis);

}  // namespace gemm
