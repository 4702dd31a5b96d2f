#include "common/compiled_loads.hpp"

#include <fmt/format.h>

#include <cmath>

namespace gemm {
namespace {

struct Row {
  const char *stage, *architecture;
  double requests, wavefronts;
};

// Per multiply-add of a warp, where a merged load is of four floats and takes two wavefronts when
// lanes share what they read.
constexpr Row kRows[] = {
    // A and B: 1 + 1 loads as written; A four at a time along k, in two wavefronts: 1/4 + 1.
    {"03_smem", "sm_90", 5.0 / 8, 3.0 / 4},
    // Per column of B 8 loads of A: two along k in their place.
    {"04_1d_tiling", "sm_90", 1.0 / 3, 5.0 / 9},
    // 8 + 8 loads; those of B become two.
    {"05_2d_tiling", "sm_90", 5.0 / 8, 2.0 / 3},
    // 2 loads of A and 8 of B, the latter become 2¾: the rows of B are not all aligned alike.
    {"08_padding_published", "sm_90", 19.0 / 40, 2.0 / 3}};

uint64_t part_of(uint64_t amount, double fraction) {
  return static_cast<uint64_t>(std::llround(static_cast<double>(amount) * fraction));
}

}  // namespace

std::optional<CompiledLoads> compiled_loads(const std::string& stage,
                                            const std::string& architecture) {
  for (const Row& row : kRows)
    if (stage == row.stage && architecture == row.architecture)
      return CompiledLoads{architecture, row.requests, row.wavefronts};
  return std::nullopt;
}

Counts as_compiled(Counts counts, const CompiledLoads& loads) {
  SharedCounts& shared = counts.shared_load;
  shared.requests = part_of(shared.requests, loads.requests);
  shared.wavefronts = part_of(shared.wavefronts, loads.wavefronts);
  return counts;
}

std::string to_text(const CompiledLoads& loads, const Counts& as_written) {
  const SharedCounts& written = as_written.shared_load;
  const SharedCounts made = as_compiled(as_written, loads).shared_load;
  return fmt::format(
      "shared loads as written: {} requests, {} wavefronts; as ptxas makes them for {}: {} and "
      "{}\n",
      written.requests, written.wavefronts, loads.architecture, made.requests, made.wavefronts);
}

}  // namespace gemm
