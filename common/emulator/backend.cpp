#include "common/backend.hpp"

#include <cuda_runtime.h>

#include "common/check.hpp"
#include "common/emulator/checker/findings.hpp"
#include "common/emulator/runtime/settings.hpp"
#include "common/error.hpp"

namespace gemm {

const char* backend() { return "emulator"; }

int default_size() { return 256; }
double quick_reference_flop() { return 2.0 * 512 * 512 * 512; }

void select_device(int device) {
  if (cudaSetDevice(device) == cudaSuccess) return;
  cudaGetLastError();
  throw DeviceError("The emulator has one device: use --device 0.");
}

void set_lane_order(LaneOrder order, uint64_t seed) {
  emulator::Settings& settings = emulator::settings();
  settings.lane_order = static_cast<emulator::LaneOrder>(order);
  settings.seed = seed;
}

void sample_blocks(int blocks) { emulator::settings().sample_blocks = blocks; }
const char* no_counts_advice() { return ""; }

DeviceInfo describe_device() {
  DeviceInfo info;
  info.name = "CPU emulator";
  return info;
}

LaunchFacts describe_launch(const LaunchInfo& info) {
  LaunchFacts facts;
  facts.info = info;
  facts.shared_bytes = info.shared_bytes;
  return facts;
}

std::optional<Checker> checker() {
  const emulator::FindingCounts counts = emulator::finding_counts();
  const auto of = [&](emulator::FindingKind kind) { return counts[static_cast<int>(kind)]; };
  using emulator::FindingKind;
  Checker checker;
  checker.out_of_bounds = of(FindingKind::out_of_bounds);
  checker.misaligned = of(FindingKind::misaligned);
  checker.races = of(FindingKind::race);
  checker.uninitialised = of(FindingKind::uninitialised);
  checker.divergent_barriers = of(FindingKind::divergent_barrier);
  checker.async_unwaited = of(FindingKind::async_unwaited);
  checker.stopped = of(FindingKind::stopped);
  checker.findings = emulator::findings();
  return checker;
}

}  // namespace gemm
