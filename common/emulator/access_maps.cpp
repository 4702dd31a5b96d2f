// Warps' accesses at a line of the kernel, as drawings.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "common/access_map.hpp"
#include "common/backend.hpp"
#include "common/emulator/counters/rules.hpp"
#include "common/emulator/counters/totals.hpp"
#include "common/emulator/source/debug_info.hpp"
#include "common/error.hpp"

namespace gemm {
namespace {

using emulator::AccessKind;
using emulator::SiteTally;
using emulator::Space;
using emulator::WarpRequest;

constexpr unsigned kWordBytes = 4;
constexpr int kBanks = 32;

bool is_active(const WarpRequest& request, int lane) { return request.active >> lane & 1; }

// Shared memory: the banks that each lane's words are in.
void draw_banks(const WarpRequest& request, bool store, AccessMap& map) {
  map.column_name = "bank";
  for (int bank = 0; bank < kBanks; ++bank) map.columns.push_back(std::to_string(bank));
  map.column_begins.assign(kBanks, false);
  const emulator::WavefrontMap wavefronts = emulator::wavefront_map(request, store);
  map.passes = static_cast<int>(wavefronts.count);
  for (int lane = 0; lane < emulator::kLanes; ++lane)
    for (unsigned i = 0; is_active(request, lane) && i < std::max(1u, request.bytes / kWordBytes);
         ++i) {
      const uint64_t word = request.address[lane] / kWordBytes + i;
      map.cells.push_back(
          {lane, static_cast<int>(word % kBanks), static_cast<int>(wavefronts.of[lane][i])});
    }
}

// Global memory: the sectors that the request touches, by address.
void draw_sectors(const WarpRequest& request, AccessMap& map) {
  std::set<uint64_t> sectors;
  const auto first = [&](int lane) { return request.address[lane] / emulator::kSectorBytes; };
  const auto last = [&](int lane) {
    return (request.address[lane] + request.bytes - 1) / emulator::kSectorBytes;
  };
  for (int lane = 0; lane < emulator::kLanes; ++lane)
    if (is_active(request, lane)) sectors.insert({first(lane), last(lane)});
  const auto column = [&](uint64_t sector) {
    return static_cast<int>(std::distance(sectors.begin(), sectors.find(sector)));
  };
  map.column_name = "sector";
  const uint64_t base = *sectors.begin();
  constexpr uint64_t kSectorsPerLine = emulator::kLineBytes / emulator::kSectorBytes;
  uint64_t line = UINT64_MAX;
  for (const uint64_t sector : sectors) {
    map.columns.push_back(std::to_string(sector - base));
    map.column_begins.push_back(sector / kSectorsPerLine != line);
    line = sector / kSectorsPerLine;
  }
  for (int lane = 0; lane < emulator::kLanes; ++lane) {
    if (!is_active(request, lane)) continue;
    map.cells.push_back({lane, column(first(lane)), 0});
    if (last(lane) != first(lane)) map.cells.push_back({lane, column(last(lane)), 0});
  }
}

AccessMap draw(const SiteTally& site, const std::string& place) {
  const AccessKind kind = emulator::kind_of(site.key);
  const WarpRequest& request = site.first;
  AccessMap map;
  const char* what = kind.space() == Space::shared   ? "shared memory"
                     : kind.space() == Space::global ? "global memory"
                                                     : "global memory, asynchronously";
  map.title = fmt::format("{}: warp {} of block {} {} {} bytes per lane, {}", place,
                          request.warp % emulator::kLanes, request.warp / emulator::kLanes,
                          kind.store() ? "writes" : "reads", request.bytes, what);
  if (kind.space() == Space::shared) {
    draw_banks(request, kind.store(), map);
    const emulator::Cost cost =
        kind.store() ? emulator::store_wavefronts(request) : emulator::load_wavefronts(request);
    map.summary = fmt::format("{} wavefronts, ideal {}", cost.units, cost.floor);
  } else {
    draw_sectors(request, map);
    const emulator::Cost cost = emulator::sectors(request);
    map.summary = fmt::format("{} sectors in {} lines of 128 bytes, ideal {} sectors", cost.units,
                              cost.lines, cost.floor);
  }
  return map;
}

// What two drawings that look alike have in common.
auto appearance(const AccessMap& map) {
  std::vector<std::tuple<int, int, int>> cells;
  for (const AccessMap::Cell& cell : map.cells)
    cells.emplace_back(cell.lane, cell.column, cell.pass);
  return std::make_tuple(map.column_name, map.columns, cells);
}

}  // namespace

std::vector<AccessMap> access_maps(int line) {
  std::vector<AccessMap> maps;
  std::set<decltype(appearance(AccessMap{}))> seen;
  std::set<int> lines;
  for (const SiteTally& site : emulator::totals().sites) {
    const emulator::SourceLine place = emulator::source_line(emulator::site_of(site.key));
    lines.insert(place.line);
    if (place.line != line) continue;
    const AccessMap map = draw(site, fmt::format("{}:{}", place.file, place.line));
    if (seen.insert(appearance(map)).second) maps.push_back(map);
  }
  if (maps.empty())
    throw BadArguments(
        fmt::format("--access-map: line {} of the kernel does not touch memory; these do: {}.",
                    line, fmt::join(lines, ", ")));
  return maps;
}

}  // namespace gemm
