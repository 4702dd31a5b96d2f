#include "kernel.cuh"
#include "tests/stage_under_test.hpp"

const std::vector<gemm::Tile>& tiles_under_test() { return sgemm_tiles; }
