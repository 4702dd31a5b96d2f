#include "common/access_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace gemm {
namespace {

constexpr int kLanes = 32;

// One character per wavefront, from 1.
char pass_name(int pass) {
  constexpr std::string_view names = "123456789abcdefghijklmnopqrstuvwxyz";
  return pass < static_cast<int>(names.size()) ? names[pass] : '*';
}

}  // namespace

std::string to_text(const AccessMap& map) {
  std::string text = fmt::format("{}\n{}\n", map.title, map.summary);
  std::vector<std::string> rows(kLanes, std::string(map.columns.size(), '.'));
  const bool banks = map.column_name == "bank";
  for (const AccessMap::Cell& cell : map.cells)
    rows[cell.lane][cell.column] = banks ? pass_name(cell.pass) : '#';

  size_t digits = 0;
  for (const std::string& name : map.columns) digits = std::max(digits, name.size());
  const auto ruled = [&](size_t column) { return map.column_begins[column] ? " │" : " "; };
  for (size_t digit = 0; digit < digits; ++digit) {
    text += fmt::format("{:<8}", digit == 0 ? map.column_name : "");
    for (size_t column = 0; column < map.columns.size(); ++column) {
      const std::string name = fmt::format("{:>{}}", map.columns[column], digits);
      text += ruled(column) + std::string(1, name[digit]);
    }
    text += "\n";
  }
  for (int lane = 0; lane < kLanes; ++lane) {
    text += fmt::format("lane {:>2} ", lane);
    for (size_t column = 0; column < map.columns.size(); ++column)
      text += ruled(column) + std::string(1, rows[lane][column]);
    text += "\n";
  }
  if (banks)
    text += "1, 2, …: the wavefront that serves the word\n";
  else
    text += "sectors: of 32 bytes, numbered from the first; │ begins a line of 128 bytes\n";
  return text;
}

}  // namespace gemm
