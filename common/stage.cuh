#pragma once
// What a stage's kernel.cuh needs: CUDA, size_t, launch() and the list of tiles.
#include <cuda_runtime.h>

#include <cstddef>
#include <vector>

#include "common/launch.cuh"
#include "common/tile.hpp"
