#pragma once
#include <string>

#include "common/report.hpp"

namespace gemm {

// The report as one object of schema 1.
std::string to_json(const Report& report);

// Throws BadArguments when `path` cannot be written. "-" stands for standard output.
void require_writable(const std::string& path);

// Writes `text` to `path`, or to standard output for "-". A file appears whole or not at all.
void write_text(const std::string& path, const std::string& text);

}  // namespace gemm
