#pragma once
#include <vector>

#include "common/tile.hpp"

// Launchers to test what surrounds a kernel: a plain right one, and one for each kind of fault.
namespace fake {

enum class Fault {
  none,
  empty_launch,    // launches nothing
  refused,         // asks for 2048 threads per block
  skips_element,   // does not write element (M/2, N/2)
  wrong_element,   // adds 1 to element (M/2, N/2)
  nan_element,     // writes NaN to element (M/2, N/2)
  all_zero,        // writes zeros
  swaps_operands,  // computes B·A
  transposes,      // writes C transposed
  second_call,     // right in the first call after forget_calls(), then adds 1 everywhere
  stray_write,     // right, and writes 0 to the address given to set_stray()
  early_return,    // right, but half of each block's threads skip its barrier; the last of the list
};

// Blocks of 16×16 threads, any shape.
gemm::SgemmLauncher launcher(Fault fault);

// Right, in blocks of 2×2 threads, so that few rows or columns exceed CUDA's 65535 blocks in y.
gemm::SgemmLauncher rows_along_y();
gemm::SgemmLauncher columns_along_y();

// What the launchers were told since forget_calls().
struct Call {
  int M, N, K;
  float alpha, beta;
  const float *A, *B;
  float* C;
};
const std::vector<Call>& calls();
void forget_calls();

void set_stray(float* address);

}  // namespace fake
