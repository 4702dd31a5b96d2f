// The emulator's totals, told per source line.
#include "common/counts.hpp"

#include <map>
#include <tuple>

#include "common/backend.hpp"
#include "common/emulator/counters/totals.hpp"
#include "common/emulator/source/debug_info.hpp"

namespace gemm {
namespace {

using emulator::AccessKind;
using emulator::SiteTally;
using emulator::Space;

void add_global(GlobalCounts& counts, const SiteTally& site) {
  counts.requests += site.requests;
  counts.sectors += site.units;
  counts.floor += site.floor;
  counts.lines += site.lines;
}

void add_shared(SharedCounts& counts, const SiteTally& site) {
  counts.requests += site.requests;
  counts.wavefronts += site.units;
  counts.floor += site.floor;
}

void add(Counts& counts, const SiteTally& site) {
  const AccessKind kind = emulator::kind_of(site.key);
  switch (kind.space()) {
    case Space::global:
      return add_global(kind.store() ? counts.global_store : counts.global_load, site);
    case Space::shared:
      return add_shared(kind.store() ? counts.shared_store : counts.shared_load, site);
    case Space::async:
      counts.async.requests += site.requests;
      counts.async.sectors += site.units;
      counts.async.lines += site.lines;
      counts.async.shared_floor += site.async_floor;
  }
}

std::string name_of(AccessKind kind) {
  if (kind.space() == Space::async) return "async copy";
  return std::string(kind.space() == Space::global ? "global " : "shared ") +
         (kind.store() ? "store" : "load");
}

}  // namespace

std::optional<Counts> counts() {
  const emulator::Totals totals = emulator::totals();
  Counts result;
  result.barriers = totals.barriers;
  // One row per line, kind and width: loops are unrolled and functions inlined more than once.
  std::map<std::tuple<std::string, int, uint8_t>, SiteCounts> rows;
  for (const SiteTally& site : totals.sites) {
    add(result, site);
    const AccessKind kind = emulator::kind_of(site.key);
    const emulator::SourceLine line = emulator::source_line(emulator::site_of(site.key));
    SiteCounts& row = rows[{line.file, line.line, kind.bits()}];
    row.path = line.path;
    row.file = line.file;
    row.line = line.line;
    row.kind = name_of(kind);
    row.bytes = kind.bytes();
    row.requests += site.requests;
    row.sectors_or_wavefronts += site.units;
    row.floor += site.floor;
  }
  for (auto& [key, row] : rows) result.sites.push_back(std::move(row));
  return result;
}

}  // namespace gemm
