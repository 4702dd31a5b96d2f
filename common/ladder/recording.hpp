#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/ladder/fields.hpp"

namespace gemm {

// The array that an earlier ladder wrote to `path`, cut where the problem changes. Throws
// BadArguments when the file is missing or is no such array.
std::vector<Json> read_recording(const std::string& path);

}  // namespace gemm
