#pragma once
#include <string>

#include "common/counts.hpp"

namespace gemm {

// The source files that `counts.sites` name, each line as it is; beside those that touch memory:
// access, requests, sectors or wavefronts per request, the ideal, and a mark where it is above. A
// file that cannot be read is said to be missing.
std::string annotate(const Counts& counts);

}  // namespace gemm
