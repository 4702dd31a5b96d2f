#pragma once
#include <string>
#include <vector>

#include "common/ladder/fields.hpp"

namespace gemm {

// Stages by what they cost and, for comparison, cuBLAS. No rate for a stage that did not pass.
std::string gpu_table(const Json& reports);

// Of a sweep: TFLOP/s and, in brackets, × cuBLAS by stage and problem. Each part holds the reports of
// the same stages.
std::string size_table(const std::vector<Json>& parts);

}  // namespace gemm
