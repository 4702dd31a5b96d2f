#pragma once
#include <string>
#include <vector>

#include "common/ladder/fields.hpp"

namespace gemm {

// Stages by what they cost and, for comparison, cuBLAS. No rate for a stage that did not pass.
std::string gpu_table(const Json& reports);

// Of a sweep: TFLOP/s and, in brackets, × cuBLAS by stage and size. `sweep` holds for each size an
// array of reports of the same stages.
std::string size_table(const std::vector<int>& sizes, const Json& sweep);

}  // namespace gemm
