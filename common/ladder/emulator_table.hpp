#pragma once
#include <string>

#include "common/ladder/fields.hpp"

namespace gemm {

// Stages by correctness, launch and what their blocks ask of global memory: nothing that depends on
// the machine, hence no time and no rate.
std::string emulator_table(const Json& reports);

}  // namespace gemm
