// The compiler's hooks: every build of the probe kernel gives the counts that its source has. Fails
// when a compiler merges, splits, drops or moves accesses.
#include "tests/emulator/probe.hpp"

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "common/backend.hpp"
#include "common/device_buffer.hpp"
#include "common/emulator/checker/findings.hpp"
#include "common/emulator/counters/totals.hpp"
#include "probes.hpp"
#include "tests/catch.hpp"
#include "tests/emulator/source_markers.hpp"

#define DECLARE_PROBE(name) void name(const float* in, float* out);
#define LIST_PROBE(name) {#name, name},
FOR_EACH_PROBE(DECLARE_PROBE)

namespace {

const Probe kProbes[] = {FOR_EACH_PROBE(LIST_PROBE)};

// Line, kind and bytes per lane; then requests, sectors or wavefronts, and their floor.
using Key = std::tuple<int, std::string, unsigned>;
struct Amounts {
  uint64_t requests, units, floor;
  bool operator==(const Amounts& o) const {
    return requests == o.requests && units == o.units && floor == o.floor;
  }
};
std::ostream& operator<<(std::ostream& out, const Amounts& a) {
  return out << a.requests << "/" << a.units << "/" << a.floor;
}

int line(const std::string& marker) { return marked_line("emulator/probe.cu", marker); }

// Two warps. A warp's float per lane 16 bytes apart: 16 sectors, and in shared memory four words
// in each of eight banks.
std::map<Key, Amounts> expected() {
  return {
      {{line("copy"), "global load", 4}, {8, 8 * 16, 8 * 4}},
      {{line("copy"), "shared store", 4}, {8, 8 * 4, 8}},
      {{line("zero"), "shared store", 4}, {8, 8 * 4, 8}},
      {{line("two of four members are used"), "shared load", 16}, {2, 2 * 4, 2 * 4}},
      {{line("pairs of lanes share"), "shared load", 8}, {2, 2 * 1, 2 * 1}},
      {{line("to registers"), "global load", 16}, {2, 2 * 16, 2 * 16}},
      {{line("sum"), "shared load", 4}, {8, 8, 8}},
      {{line("store"), "global store", 4}, {2, 2 * 4, 2 * 4}},
      {{line("add"), "global load", 4}, {2, 2 * 4, 2 * 4}},
      {{line("add"), "global store", 4}, {2, 2 * 4, 2 * 4}},
      {{line("add"), "shared load", 4}, {2, 2, 2}},
      {{line("every other lane"), "global store", 4}, {2, 2 * 4, 2 * 2}},
      {{line("shared to global"), "shared load", 16}, {2, 2 * 4, 2 * 4}},
      {{line("shared to global"), "global store", 16}, {2, 2 * 16, 2 * 16}},
      {{line("made"), "global store", 16}, {2, 2 * 16, 2 * 16}},
  };
}

}  // namespace

TEST_CASE("the probe is built at -O1, -O2 and -O3 at least") {
  CHECK(std::end(kProbes) - std::begin(kProbes) >= 3);
}

TEST_CASE("every build of the probe has the counts of its source") {
  const gemm::DeviceBuffer<float> in(std::vector<float>(kProbeIn, 1));
  for (const Probe& probe : kProbes) {
    gemm::DeviceBuffer<float> out(std::vector<float>(kProbeOut, 0));
    emulator::forget_totals();
    emulator::forget_findings();
    probe.launch(in.data(), out.data());
    INFO(probe.name);
    CHECK(emulator::findings() == std::vector<std::string>());
    CHECK(out.download()[0] == 4);

    const gemm::Counts counts = *gemm::counts();
    CHECK(counts.barriers == 1);
    std::map<Key, Amounts> missing = expected();
    for (const gemm::SiteCounts& site : counts.sites) {
      INFO(site.file << ":" << site.line << " " << site.kind << " of " << site.bytes << " bytes");
      const auto found = missing.find({site.line, site.kind, site.bytes});
      CHECK(site.file == "emulator/probe.cu");
      REQUIRE(found != missing.end());
      CHECK(found->second == Amounts{site.requests, site.sectors_or_wavefronts, site.floor});
      missing.erase(found);
    }
    for (const auto& [key, amounts] : missing)
      FAIL_CHECK("line " << std::get<0>(key) << ": no " << std::get<1>(key));
  }
}
