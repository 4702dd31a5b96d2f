#pragma once
#include <cuda_runtime.h>

#include <string>

namespace gemm {

// The interface of every stage: C = alpha·A·B + beta·C with A M×K, B K×N, C M×N, row-major, no gaps
// between rows, M, N and K multiples of the block tile. Never reads C when beta is 0.
using SgemmLauncher = void (*)(int M, int N, int K, float alpha, const float* A, const float* B,
                               float beta, float* C, cudaStream_t stream);

// One compiled configuration of a stage. Extents in elements; 0 where a stage has no such level.
struct Tile {
  SgemmLauncher launch;
  int BM = 1, BN = 1, BK = 1;  // block tile: what the operands are padded to
  int TM = 1, TN = 1;          // thread tile
  int WM = 0, WN = 0;          // warp tile
  int stages = 1;              // tiles of A and B held in shared memory at once
};

// What --tile calls it: "128x128x16_8x8", "128x128x16_64x32_8x8", "…_2stages".
std::string name_of(const Tile& tile);

}  // namespace gemm
