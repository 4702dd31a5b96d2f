#pragma once
#include "common/measure.hpp"

namespace gemm {

// Bytes that the product has to move at least: A and B read once, C written once, and read once
// where beta is not 0.
double compulsory_bytes(const Shape& shape);

// Bytes that the kernel's blocks ask of global memory: a block reads its BM×K of A and K×BN of B
// itself, that is 4·M·N·K·(1/BM + 1/BN) in total; M, N and K are padded to the tile. C as above.
double kernel_bytes(const Shape& shape, const Tile& tile);

// Where a kernel that takes `median_ms` stands under `ceilings`.
Roofline roofline(const Shape& shape, const Tile& tile, const Ceilings& ceilings, double median_ms);

}  // namespace gemm
