#include "common/emulator/runtime/thread_order.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace emulator {

ThreadOrder thread_order(const Settings& settings, uint64_t block, unsigned warps) {
  ThreadOrder order;
  order.warps.resize(warps);
  order.lanes.resize(warpSize);
  std::mt19937_64 random(settings.seed * 0x9E3779B97F4A7C15u + block);
  for (std::vector<unsigned>* each : {&order.warps, &order.lanes}) {
    std::iota(each->begin(), each->end(), 0);
    if (settings.lane_order == LaneOrder::reverse) std::reverse(each->begin(), each->end());
    if (settings.lane_order != LaneOrder::random) continue;
    for (size_t i = each->size(); i > 1; --i) std::swap((*each)[i - 1], (*each)[random() % i]);
  }
  return order;
}

}  // namespace emulator
