#pragma once
#include <optional>
#include <string>

#include "common/measure.hpp"

namespace gemm {

// The file for the current device, driver and runtime: ceilings-<UUID>-<driver>-<runtime>.json in the
// cache folder. Empty where there is none. Throws DeviceError.
std::string ceiling_cache_path();

// What `path` holds. Nothing when it is missing, damaged or not plausible.
std::optional<Ceilings> load_ceilings(const std::string& path);

// Writes `path` whole or not at all. Failing to is no error: the ceilings are measured again.
void store_ceilings(const std::string& path, const Ceilings& ceilings);

}  // namespace gemm
