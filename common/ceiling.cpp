#include "common/ceiling.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gemm {
namespace {

constexpr double kWarp = 32;
constexpr double kSchedulers = 4;  // per SM, each issues one warp instruction per cycle
constexpr double kWavefrontBytes = 128;
constexpr double kSectorBytes = 32;

double warp_instructions(const Counts& counts, const LaunchInfo& launch) {
  const double threads = double{1} * launch.block.x * launch.block.y * launch.block.z;
  return static_cast<double>(counts.ffma) / kWarp +
         static_cast<double>(counts.global_load.requests + counts.global_store.requests +
                             counts.shared_load.requests + counts.shared_store.requests +
                             counts.async.requests) +
         static_cast<double>(counts.barriers) * threads / kWarp;
}

// Wavefronts that move as many bytes as a request has distinct ones; at least one.
double least_wavefronts(const GlobalCounts& counts) {
  return std::max(static_cast<double>(counts.requests),
                  static_cast<double>(counts.floor) * kSectorBytes / kWavefrontBytes);
}

double wavefronts(const Counts& counts) {
  return static_cast<double>(counts.shared_load.wavefronts + counts.shared_store.wavefronts +
                             counts.async.shared_floor) +
         least_wavefronts(counts.global_load) + least_wavefronts(counts.global_store);
}

double l1_lookups(const Counts& counts) {
  return static_cast<double>(counts.global_load.lines + counts.global_store.lines +
                             counts.async.lines);
}

// Bytes between L2 and SMs when each block reads its rows of A and columns of B once.
double l2_bytes(const Counts& counts, const Shape& shape, const Tile& tile) {
  const double asked = static_cast<double>(counts.global_load.bytes() +
                                           counts.global_store.bytes() + counts.async.bytes());
  const auto block_extent = [](int tile_extent) { return tile_extent == 1 ? 32 : tile_extent; };
  const double volume = static_cast<double>(counts.ffma);
  const double c = static_cast<double>(shape.M) * shape.N * (shape.beta == 0 ? 1 : 2);
  const double once =
      sizeof(float) * (volume / block_extent(tile.BN) + volume / block_extent(tile.BM) + c);
  return std::min(asked, once);
}

double compulsory_bytes(const Shape& s) {
  const double M = s.M, N = s.N, K = s.K;
  return sizeof(float) * (M * K + K * N + M * N * (s.beta == 0 ? 1 : 2));
}

}  // namespace

Ceiling ceiling_of(const Counts& counts, const Shape& shape, const Tile& tile,
                   const LaunchInfo& launch, const Model& model) {
  Ceiling ceiling;
  ceiling.model = model;
  const auto bound = [&](const char* resource, double amount, double tera_per_second) {
    if (amount > 0 && tera_per_second > 0)
      ceiling.bounds.push_back({resource, shape.flop() / amount * tera_per_second});
  };
  const double tera_cycles = model.sm_count * model.ghz * 1e9 / 1e12;  // per second, all SMs
  bound("FFMA issue", static_cast<double>(counts.ffma), tera_cycles * model.fp32_lanes);
  bound("issue slots", warp_instructions(counts, launch), tera_cycles * kSchedulers);
  bound("shared and L1 wavefronts", wavefronts(counts), tera_cycles);
  bound("L1 lookups", l1_lookups(counts), tera_cycles);
  bound("L2 bytes", l2_bytes(counts, shape, tile), model.l2_tbs);
  bound("DRAM bytes", compulsory_bytes(shape), model.dram_tbs);
  const Bound& lowest =
      *std::min_element(ceiling.bounds.begin(), ceiling.bounds.end(),
                        [](const Bound& a, const Bound& b) { return a.tflops < b.tflops; });
  ceiling.tflops = lowest.tflops;
  ceiling.limited_by = lowest.resource;
  return ceiling;
}

std::string to_text(const Ceiling& ceiling) {
  std::string text = fmt::format(
      "ceiling   {:.3g} TFLOP/s on {} ({} SMs, {:.3g} GHz), limited by {}; not a prediction\n",
      ceiling.tflops, ceiling.model.full_name, ceiling.model.sm_count, ceiling.model.ghz,
      ceiling.limited_by);
  text += "         ";
  for (size_t i = 0; i < ceiling.bounds.size(); ++i)
    text += fmt::format("{} {} {:.3g}", i ? "," : "", ceiling.bounds[i].resource,
                        ceiling.bounds[i].tflops);
  return text + "\n";
}

}  // namespace gemm
