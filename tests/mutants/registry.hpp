#pragma once
#include <map>
#include <string>
#include <vector>

#include "common/stage.cuh"

namespace mutants {

// The tiles of each mutant of this program.
using Registry = std::map<std::string, std::vector<gemm::Tile>>;
Registry& registry();

struct Registration {
  Registration(const char* name, const std::vector<gemm::Tile>& tiles) { registry()[name] = tiles; }
};

}  // namespace mutants
