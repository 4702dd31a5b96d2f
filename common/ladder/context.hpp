#pragma once
#include <string>

#include "common/ladder/fields.hpp"

namespace gemm {

// What the reports have in common, in two lines: the device and the problem. Empty when no stage
// got as far as having a device.
std::string context(const Json& reports);

}  // namespace gemm
