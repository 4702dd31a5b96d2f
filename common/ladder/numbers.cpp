#include "common/ladder/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gemm {

std::string three_digits(double value) {
  const std::string rounded = fmt::format("{:.2e}", value);  // "1.23e+04"
  if (!std::isfinite(value)) return rounded;
  const int exponent = std::stoi(rounded.substr(rounded.find('e') + 1));
  return fmt::format("{:.{}f}", std::stod(rounded), std::max(0, 2 - exponent));
}

std::string cell(std::optional<double> value) {
  return value && std::isfinite(*value) ? three_digits(*value) : "–";
}

std::optional<double> ratio(std::optional<double> a, std::optional<double> b) {
  if (!a || !b || *b == 0) return std::nullopt;
  return *a / *b;
}

std::optional<double> percent(std::optional<double> fraction) {
  if (!fraction) return std::nullopt;
  return 100 * *fraction;
}

}  // namespace gemm
