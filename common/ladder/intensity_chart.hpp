#pragma once
#include <string>

#include "common/ladder/fields.hpp"

namespace gemm {

// Bars of the FLOP per byte that the stages' blocks ask of global memory, on a logarithmic scale.
// Empty when no stage was launched.
std::string intensity_chart(const Json& reports);

}  // namespace gemm
