#pragma once
#include <optional>
#include <string>

namespace gemm {

// Three significant digits without an exponent: "0.0123", "12.3", "12300".
std::string three_digits(double value);

// The same for a table: "–" for what is unknown or not finite.
std::string cell(std::optional<double> value);

// a/b; unknown if either is or b is 0.
std::optional<double> ratio(std::optional<double> a, std::optional<double> b);

// 100·fraction, unknown if that is.
std::optional<double> percent(std::optional<double> fraction);

}  // namespace gemm
