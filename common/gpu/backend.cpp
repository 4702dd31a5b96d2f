#include "common/backend.hpp"

#include <fmt/format.h>

#include "common/check.hpp"
#include "common/error.hpp"
#include "common/gpu/device.hpp"

namespace gemm {
namespace {

// 13000 is "13.0".
std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

std::string driver_version() {
  int version = 0;  // stays 0 without a driver
  check(cudaDriverGetVersion(&version), "asking for the driver's version");
  return version_text(version);
}

std::string runtime_version() {
  int version = 0;
  check(cudaRuntimeGetVersion(&version), "asking for the runtime's version");
  return version_text(version);
}

int device_count() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  const std::string driver = driver_version();
  if (status == cudaErrorNoDevice || driver == "0.0") throw DeviceError(no_device_advice());
  if (status == cudaErrorInsufficientDriver)
    throw DeviceError(fmt::format(
        "The NVIDIA driver supports CUDA {} and this program needs {}: update the driver.", driver,
        runtime_version()));
  check(status, "looking for CUDA devices");
  return count;
}

}  // namespace

const char* backend() { return "gpu"; }

int default_size() { return 4096; }

double quick_reference_flop() { return 2.0 * 4096 * 4096 * 4096; }

const char* no_device_advice() {
  return "No CUDA device was found; build the emulator instead: "
         "cmake --preset emulator && cmake --build --preset emulator.";
}

void select_device(int device) {
  const int count = device_count();
  if (device < 0 || device >= count)
    throw DeviceError(fmt::format("There is no CUDA device {}: choose --device 0{}.", device,
                                  count > 1 ? fmt::format(" to {}", count - 1) : ""));
  check(cudaSetDevice(device), "selecting the device");
}

DeviceInfo describe_device() {
  int device = 0;
  cudaDeviceProp properties;
  check(cudaGetDevice(&device), "asking for the current device");
  check(cudaGetDeviceProperties(&properties, device), "asking for the device's properties");
  return {properties.name, fmt::format("{}.{}", properties.major, properties.minor),
          properties.multiProcessorCount, driver_version(), runtime_version()};
}

LaunchFacts describe_launch(const LaunchInfo& info) {
  LaunchFacts facts;
  facts.info = info;
  cudaFuncAttributes attributes;
  check(cudaFuncGetAttributes(&attributes, info.kernel), "asking for the kernel's attributes");
  facts.shared_bytes = attributes.sharedSizeBytes + info.shared_bytes;
  facts.registers = attributes.numRegs;
  facts.local_bytes = attributes.localSizeBytes;
  const int threads = static_cast<int>(info.block.x * info.block.y * info.block.z);
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&facts.blocks_per_sm, info.kernel, threads,
                                                      info.shared_bytes),
        "asking for the kernel's occupancy");
  return facts;
}

void set_lane_order(LaneOrder, uint64_t) {}
void sample_blocks(int) {}
const char* no_counts_advice() {
  return "--counts, --annotate, --access-map and --sample-blocks need the emulator: run the "
         "program "
         "of build/emulator/bin.";
}

std::optional<Checker> checker() { return std::nullopt; }
std::optional<Counts> counts() { return std::nullopt; }
std::vector<AccessMap> access_maps(int) { return {}; }

}  // namespace gemm
