#include "common/tuning/configuration.hpp"

#include <algorithm>
#include <cmath>

namespace gemm {
namespace {

constexpr int kMostRegisters = 255;  // per thread

// Makes launches of this thread be noted only, as long as it lives.
class OnlyNoted {
 public:
  OnlyNoted() { launches_only_noted() = true; }
  ~OnlyNoted() { launches_only_noted() = false; }
  OnlyNoted(const OnlyNoted&) = delete;
  OnlyNoted& operator=(const OnlyNoted&) = delete;
};

// Resident blocks by registers, shared memory and threads of an SM.
int resident_blocks(int threads, int registers, size_t shared_bytes, const Model& model) {
  constexpr int kRegistersPerSm = 65536;
  constexpr size_t kReserved = 1024;  // of shared memory, per block
  const int granted = ceil_div(registers, 8) * 8;
  const int by_registers = kRegistersPerSm / (granted * threads);
  const int by_shared =
      static_cast<int>(model.shared_kib * size_t{1024} / (shared_bytes + kReserved));
  return std::min({by_registers, by_shared, model.threads / threads});
}

}  // namespace

LaunchInfo plan_launch(const Tile& tile) {
  const OnlyNoted guard;
  tile.launch(tile.BM, tile.BN, tile.BK, 1, nullptr, nullptr, 0, nullptr, nullptr);
  return last_launch();
}

Configuration on_shape(Configuration configuration, const Shape& shape) {
  const Tile& tile = configuration.tile;
  const int64_t rows = ceil_div(shape.M, tile.BM), cols = ceil_div(shape.N, tile.BN);
  const double padded = double{1} * static_cast<double>(rows) * tile.BM *
                        static_cast<double>(cols) * tile.BN * ceil_div(shape.K, tile.BK) * tile.BK;
  configuration.blocks = rows * cols;
  configuration.useful = double{1} * shape.M * shape.N * shape.K / padded;
  return configuration;
}

Configuration estimate(const Tile& tile, const LaunchInfo& launch, const Model& model) {
  constexpr int kAddresses = 32;  // registers
  Configuration made;
  made.tile = tile;
  made.threads = static_cast<int>(launch.block.x * launch.block.y * launch.block.z);
  const ThreadTile part = thread_tile(tile, made.threads);
  const int wanted = part.rows * part.cols + part.rows + part.cols + kAddresses;
  made.registers = std::min(wanted, kMostRegisters);
  made.spills = wanted > kMostRegisters;
  made.shared_bytes = std::max(launch.shared_bytes, sizeof(float) * tile.stages * tile.BK *
                                                        static_cast<size_t>(tile.BM + tile.BN));
  made.blocks_per_sm = resident_blocks(made.threads, made.registers, made.shared_bytes, model);
  return made;
}

ThreadTile thread_tile(const Tile& tile, int threads) {
  if (tile.WM > 0) return {tile.WM / 4, tile.WN / 8};
  if (int64_t{tile.TM} * tile.TN * threads >= int64_t{tile.BM} * tile.BN) return {tile.TM, tile.TN};
  const int side = static_cast<int>(std::lround(std::sqrt(threads)));
  return {tile.BM / side, tile.BN / side};
}

double shared_load_ratio(const Tile& tile, int threads) {
  const auto [rows, cols] = thread_tile(tile, threads);
  const int w_a = 2, w_b = tile.WM > 0 ? 2 : 4;
  return double{1} * (w_a * rows + w_b * cols) / (rows * cols);
}

double wave_efficiency(int64_t blocks, int sm_count, int blocks_per_sm) {
  if (blocks == 0 || blocks_per_sm == 0) return 0;
  const auto covers = [](int64_t extent, int64_t part) { return (extent + part - 1) / part; };
  const int64_t resident = std::min<int64_t>(blocks_per_sm, covers(blocks, sm_count)) * sm_count;
  return static_cast<double>(blocks) / static_cast<double>(covers(blocks, resident) * resident);
}

double efficiency(const Configuration& configuration, int sm_count) {
  return configuration.useful *
         wave_efficiency(configuration.blocks, sm_count, configuration.blocks_per_sm);
}

}  // namespace gemm
