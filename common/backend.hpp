#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/access_map.hpp"
#include "common/counts.hpp"
#include "common/launch.cuh"
#include "common/options.hpp"

namespace gemm {

// What differs between the two builds, apart from measure(). Implemented in common/gpu/ and
// common/emulator/.

// "gpu" or "emulator".
const char* backend();

// Where the default size and the limits for the FP64 reference come from.
int default_size();
double quick_reference_flop();  // up to here FP64 verification takes about a second

// What to do when there is no device, as a sentence.
const char* no_device_advice();

// The device in use. Numbers are 0 where the backend has none.
struct DeviceInfo {
  std::string name;
  std::string compute_capability;
  int sm_count = 0;
  std::string driver, runtime;
};

// A launch and what the device gives it.
struct LaunchFacts {
  LaunchInfo info;
  size_t shared_bytes = 0;  // per block, static and dynamic
  int registers = 0;        // per thread; 0 where unknown
  size_t local_bytes = 0;   // per thread: registers spilled to memory; 0 where unknown
  int blocks_per_sm = 0;    // resident at once; 0 where unknown
};

// What kernels did wrong without necessarily spoiling a result, since the program started: how
// often, and the first of each kind and place in words.
struct Checker {
  uint64_t out_of_bounds = 0, misaligned = 0, races = 0, uninitialised = 0;
  uint64_t divergent_barriers = 0, async_unwaited = 0;
  uint64_t stopped = 0;  // threads in a loop without end, or that crashed
  std::vector<std::string> findings;
};

// Makes `device` current. Throws DeviceError when there is no such device.
void select_device(int device);
void set_lane_order(LaneOrder order, uint64_t seed);  // of later launches; emulator only
void sample_blocks(int blocks);  // run so many of each later launch, 0 for all; emulator only
DeviceInfo describe_device();
LaunchFacts describe_launch(const LaunchInfo& info);

// Emulator only. counts(): of the launches before measure(), without ffma.
std::optional<Checker> checker();
std::optional<Counts> counts();

// Emulator only: accesses of those launches at a line of the kernel, each pattern once. Throws
// BadArguments when the line does not touch memory.
std::vector<AccessMap> access_maps(int line);

// Why counts cannot be had, as a sentence; empty where they can.
const char* no_counts_advice();

}  // namespace gemm
