#include "common/memory_check.hpp"

#include <fmt/format.h>

#include "common/error.hpp"

namespace gemm {

void require_memory(const Shape& shape, size_t free_bytes) {
  // Each size is at most 2^62 elements; in bytes they can exceed 64 bits.
  const double copies_of_c = shape.beta == 0 ? 1 : 2;
  const double needed = sizeof(float) * (static_cast<double>(shape.size_a()) + shape.size_b() +
                                         copies_of_c * shape.size_c());
  if (needed <= static_cast<double>(free_bytes)) return;
  constexpr double mib = 1 << 20;
  throw DeviceError(
      fmt::format("The operands need {:.0f} MiB of device memory and {:.0f} MiB are free: choose a "
                  "smaller size.",
                  needed / mib, free_bytes / mib));
}

}  // namespace gemm
