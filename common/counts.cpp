#include "common/counts.hpp"

#include <fmt/format.h>

#include "common/launch.cuh"

namespace gemm {
namespace {

double per(uint64_t amount, uint64_t count) {
  return count == 0 ? 0 : static_cast<double>(amount) / static_cast<double>(count);
}

std::string row(const std::string& name, uint64_t requests, uint64_t units, const char* unit,
                uint64_t floor) {
  if (requests == 0) return "";
  return fmt::format("          {:<13}{:>12} requests, {:>6.2f} {} each, ideal {:.2f}\n", name,
                     requests, per(units, requests), unit, per(floor, requests));
}

}  // namespace

double Counts::bytes_per_flop() const {
  return per(global_load.bytes() + global_store.bytes() + async.bytes(), 2 * ffma);
}

uint64_t padded_ffma(const Shape& shape, const Tile& tile) {
  if (shape.alpha == 0) return 0;
  const auto padded = [](int extent, int tile_extent) {
    return static_cast<uint64_t>(ceil_div(extent, tile_extent)) * tile_extent;
  };
  return padded(shape.M, tile.BM) * padded(shape.N, tile.BN) * padded(shape.K, tile.BK);
}

std::string to_table(const Counts& counts) {
  std::string text = fmt::format(
      "counts    {} multiply-adds, {:.3g} bytes of global memory per FLOP, {} barriers\n",
      counts.ffma, counts.bytes_per_flop(), counts.barriers);
  const auto global = [&](const char* name, const GlobalCounts& c) {
    text += row(name, c.requests, c.sectors, "sectors", c.floor);
  };
  const auto shared = [&](const char* name, const SharedCounts& c) {
    text += row(name, c.requests, c.wavefronts, "wavefronts", c.floor);
  };
  global("global load", counts.global_load);
  global("global store", counts.global_store);
  shared("shared load", counts.shared_load);
  shared("shared store", counts.shared_store);
  text += row("async copy", counts.async.requests, counts.async.sectors, "sectors",
              counts.async.sectors);
  if (counts.async.requests > 0)
    text += fmt::format("          {:<13}at least {:.2f} wavefronts of shared memory each\n", "",
                        per(counts.async.shared_floor, counts.async.requests));
  if (counts.sites.empty()) return text;

  text += fmt::format("\n{:<32} {:<13} {:>5} {:>12} {:>10} {:>6}\n", "line", "access", "bytes",
                      "requests", "each", "ideal");
  for (const SiteCounts& site : counts.sites)
    text += fmt::format("{:<32} {:<13} {:>5} {:>12} {:>10.2f} {:>6.2f}{}\n",
                        fmt::format("{}:{}", site.file, site.line), site.kind, site.bytes,
                        site.requests, per(site.sectors_or_wavefronts, site.requests),
                        per(site.floor, site.requests),
                        site.sectors_or_wavefronts > site.floor ? "  above ideal" : "");
  text += "each: sectors of 32 bytes per request to global memory, wavefronts to shared memory\n";
  return text;
}

}  // namespace gemm
