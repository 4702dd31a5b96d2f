#pragma once
#include <string>
#include <vector>

#include "common/counts.hpp"
#include "common/launch.cuh"
#include "common/models.hpp"
#include "common/shape.hpp"
#include "common/tile.hpp"

namespace gemm {

// The rate that one resource of the GPU allows at most.
struct Bound {
  std::string resource;  // "FFMA issue", "shared and L1 wavefronts", …
  double tflops;
};

// The rate that a kernel cannot exceed on a GPU, whatever else happens: what it asks for, at each
// resource's full speed on all SMs at the highest clock. Not a prediction.
struct Ceiling {
  Model model;
  std::vector<Bound> bounds;
  double tflops = 0;       // the lowest
  std::string limited_by;  // whose that is
};

// Bounds from what was counted, with one request taking at least one issue slot, one wavefront and
// as many lookups as it touches lines of 128 bytes. L2: each block reads what it asks for, once.
// DRAM: A, B and C once. TFLOP/s are those of the shape without padding. `counts.ffma` must not be 0.
Ceiling ceiling_of(const Counts& counts, const Shape& shape, const Tile& tile,
                   const LaunchInfo& launch, const Model& model);

std::string to_text(const Ceiling& ceiling);

}  // namespace gemm
