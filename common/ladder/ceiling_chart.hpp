#pragma once
#include <string>

#include "common/ladder/fields.hpp"

namespace gemm {

// Bars of the stages' ceilings in TFLOP/s, on a logarithmic scale. Empty when none has one.
std::string ceiling_chart(const Json& reports);

}  // namespace gemm
