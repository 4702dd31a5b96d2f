#pragma once
#include <nlohmann/json_fwd.hpp>

#include "common/tuning/tuning.hpp"

namespace gemm {

// The object `tuning` of schema 1.
nlohmann::ordered_json tuning_json(const Tuning& tuning);

}  // namespace gemm
