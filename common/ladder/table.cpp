#include "common/ladder/table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gemm {
namespace {

void widen(std::vector<int>& widths, const std::vector<Row>& rows) {
  for (const auto& row : rows)
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
}

std::string format_row(std::string_view alignment, const std::vector<int>& widths, const Row& row) {
  std::string line;
  for (size_t i = 0; i < row.size(); ++i) {
    const std::string padding(widths[i] - display_width(row[i]), ' ');
    if (i > 0) line += "  ";
    line += alignment[i] == 'l' ? row[i] + padding : padding + row[i];
  }
  return line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
}

}  // namespace

std::string format_table(std::string_view alignment, const std::vector<Row>& header,
                         const std::vector<Row>& rows) {
  std::vector<int> widths(alignment.size(), 0);
  widen(widths, header);
  widen(widths, rows);
  Row rule;
  for (const int width : widths) rule.push_back(fmt::format("{:─<{}}", "", width));

  std::string table;
  for (const auto& row : header) table += format_row(alignment, widths, row);
  table += format_row(alignment, widths, rule);
  for (const auto& row : rows) table += format_row(alignment, widths, row);
  return table;
}

int display_width(std::string_view text) {
  constexpr unsigned char kContinuation = 0x80, kMask = 0xC0;  // of the bytes after the first
  return static_cast<int>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & kMask) != kContinuation; }));
}

}  // namespace gemm
