#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace gemm {

using Row = std::vector<std::string>;

// Columns as wide as their widest cell, `header` (one line or more) ruled off from `rows`.
// `alignment` has one letter per column, 'l' or 'r'.
std::string format_table(std::string_view alignment, const std::vector<Row>& header,
                         const std::vector<Row>& rows);

// Characters of a UTF-8 text, each taken to be one column wide.
int display_width(std::string_view text);

}  // namespace gemm
