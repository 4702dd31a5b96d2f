#pragma once
// What a stage's main.cu uses.
#include "common/measure.hpp"
#include "common/options.hpp"
#include "common/problem.hpp"
#include "common/report.hpp"
#include "common/sgemm.hpp"
#include "common/verify.hpp"

namespace gemm {

// KERNEL_HASH comes from CMake, as STAGE_NAME does.
Options parse_or_exit(int argc, char** argv, const std::string& stage,
                      const std::vector<Tile>& tiles, const std::string& kernel_hash = KERNEL_HASH);

}  // namespace gemm
