#pragma once
#include <string>

#include "common/ladder/fields.hpp"

namespace gemm {

// Roofline, log-log: TFLOP/s over the FLOP per byte that the stages' blocks ask of global memory,
// under the measured ceilings. A stage's marker is its number in base 36: '1' … '9', 'a' … 'c'; in
// capitals from 'A' for 1 for a published form. Stages at the same place stand side by side.
// Empty without ceilings or without a stage that passed.
std::string roofline_chart(const Json& reports);

}  // namespace gemm
