#include "common/backend.hpp"

#include <cuda_runtime.h>

#include "common/check.hpp"
#include "common/emulator/runtime/findings.hpp"
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
  return Checker{emulator::divergent_barriers(), emulator::findings()};
}

}  // namespace gemm
