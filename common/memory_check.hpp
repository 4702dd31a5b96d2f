#pragma once
#include <cstddef>

#include "common/shape.hpp"

namespace gemm {

// Throws DeviceError unless A, B, C, and with beta ≠ 0 a copy of C, fit into `free_bytes`.
void require_memory(const Shape& shape, size_t free_bytes);

}  // namespace gemm
