#include "common/launch.cuh"

#include <fmt/format.h>

#include "common/error.hpp"

namespace gemm {

LaunchInfo& last_launch() {
  static thread_local LaunchInfo info;
  return info;
}

bool& launches_only_noted() {
  static thread_local bool only_noted = false;
  return only_noted;
}

void require_whole_tiles(int M, int N, int K, int BM, int BN, int BK) {
  if (M % BM == 0 && N % BN == 0 && K % BK == 0) return;
  throw BadArguments(
      fmt::format("The {}×{}×{} tile does not divide the shape {}×{}×{}: pad the operands first.",
                  BM, BN, BK, M, N, K));
}

}  // namespace gemm
