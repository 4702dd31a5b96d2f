#pragma once
#include <string>

#include "common/ladder/fields.hpp"

namespace gemm {

// Stages by correctness, what they ask of memory, and the ceiling that follows: nothing that
// depends on the machine, hence no time and no rate.
std::string emulator_table(const Json& reports);

}  // namespace gemm
