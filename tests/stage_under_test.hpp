#pragma once
#include <vector>

#include "common/tile.hpp"

// The tiles of the stage that this test executable was built with.
const std::vector<gemm::Tile>& tiles_under_test();
