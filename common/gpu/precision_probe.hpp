#pragma once
#include <string>

#include "common/gpu/cublas.hpp"

namespace gemm {

// Largest relative error of a 512³ product whose operands need more than TF32's 10 bits of fraction
// and whose FP32 result is exact in any order: 0 in FP32, 2⁻¹² where operands are rounded to TF32,
// infinity where the product is not finite. Throws DeviceError.
double probe_error(Cublas& cublas);

// The arithmetic that `cublas` was found to use: "fp32", "tf32", or else "unknown arithmetic".
std::string probe_math(Cublas& cublas);

}  // namespace gemm
