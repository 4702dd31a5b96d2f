// A stage that does wrong in a way of the caller's choice, to test what the driver makes of it.
// Tiles differ in TN only, which gives each fault a name for --tile.
#pragma once
#include <vector>

#include "tests/fake_kernels.hpp"

const std::vector<gemm::Tile> sgemm_tiles = {
    {fake::launcher(fake::Fault::wrong_element), 1, 1, 1, 1, 1},
    {fake::launcher(fake::Fault::early_return), 1, 1, 1, 1, 2},
    {fake::launcher(fake::Fault::refused), 1, 1, 1, 1, 3},
};
