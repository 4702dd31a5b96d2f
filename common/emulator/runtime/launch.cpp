// Kernel launches: CUDA's limits, and the blocks of a grid spread over the CPU's cores.
#include <cuda_runtime.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>

#include "common/emulator/checker/device_arena.hpp"
#include "common/emulator/checker/findings.hpp"
#include "common/emulator/counters/totals.hpp"
#include "common/emulator/hooks/context.hpp"
#include "common/emulator/runtime/block.hpp"
#include "common/emulator/runtime/emergency.hpp"
#include "common/emulator/runtime/errors.hpp"
#include "common/emulator/runtime/pool.hpp"
#include "common/emulator/runtime/settings.hpp"
#include "common/emulator/runtime/watch.hpp"
#include "common/emulator/source/kernel_info.hpp"

namespace emulator {
namespace {

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability", 9.0.
constexpr unsigned kMaxGridX = 2147483647;
constexpr unsigned kMaxGridYZ = 65535;
constexpr unsigned kMaxBlockXY = 1024;
constexpr unsigned kMaxBlockZ = 64;
constexpr uint64_t kMaxThreads = 1024;
constexpr size_t kDefaultShared = 48 * 1024;
constexpr size_t kMaxShared = 227 * 1024;

// Dynamic shared memory that cudaFuncSetAttribute allowed each kernel.
struct OptIns {
  std::mutex mutex;
  std::map<const void*, size_t> bytes;
};

OptIns& opt_ins() {
  static OptIns instance;
  return instance;
}

size_t allowed_shared(const void* kernel) {
  std::lock_guard lock(opt_ins().mutex);
  const auto found = opt_ins().bytes.find(kernel);
  return found == opt_ins().bytes.end() ? kDefaultShared : found->second;
}

bool within(dim3 extent, unsigned x, unsigned y, unsigned z) {
  return extent.x >= 1 && extent.x <= x && extent.y >= 1 && extent.y <= y && extent.z >= 1 &&
         extent.z <= z;
}

void lower(std::atomic<uint64_t>& value, uint64_t bound) {
  for (uint64_t old = value; bound < old && !value.compare_exchange_weak(old, bound);) {
  }
}

// A kernel that was compiled without hooks has written what its parameters point to, as far as
// anybody knows.
void mark_outputs(const Call& call) {
  for (size_t i = 0; i < call.pointer_count; ++i) {
    const Pointer& pointer = call.pointers[i];
    const Allocation target = allocation_before(reinterpret_cast<uintptr_t>(pointer.address));
    if (pointer.writable && is_device_memory(pointer.address, 1))
      mark_written(reinterpret_cast<const void*>(target.first), target.bytes);
  }
}

}  // namespace

cudaError_t launch(const cudaLaunchConfig_t& config, const Call& call) {
  const dim3 grid = config.gridDim;
  const dim3 block = config.blockDim;
  if (!within(grid, kMaxGridX, kMaxGridYZ, kMaxGridYZ) ||
      !within(block, kMaxBlockXY, kMaxBlockXY, kMaxBlockZ) ||
      uint64_t{block.x} * block.y * block.z > kMaxThreads)
    return fail(cudaErrorInvalidConfiguration);
  if (config.dynamicSmemBytes > allowed_shared(call.kernel)) return fail(cudaErrorInvalidValue);

  const KernelInfo& kernel = kernel_info(call.kernel);
  const uint64_t row = grid.x, plane = row * grid.y, blocks = plane * grid.z;
  std::atomic<uint64_t> next{0}, last{blocks};  // no block after `last` matters
  std::atomic<bool> hooked{false};
  const CrashHandlers handlers;
  std::atomic_flag watched;
  pool().run([&] {
    // While a word is watched nobody else may change it: one CPU thread runs all blocks.
    if (is_watching() && watched.test_and_set()) return;
    static thread_local BlockRunner runner;
    prepare_for_emergencies();
    runner.start_launch(kernel, call);
    hook_context.hooked = false;
    for (uint64_t i; (i = next++) < blocks;) {
      const uint3 index{static_cast<unsigned>(i % row), static_cast<unsigned>(i / row % grid.y),
                        static_cast<unsigned>(i / plane)};
      if (runner.run({grid, block, index, i, &call})) continue;
      next = blocks;
      lower(last, i);
    }
    if (hook_context.hooked) hooked = true;
    if (settings().counting) add_to_totals(runner.tally(), runner.barriers_passed());
    runner.tally().clear();
    runner.barriers_passed() = 0;
  });
  finish_findings(kernel.name, last);
  if (!hooked) mark_outputs(call);
  return cudaSuccess;
}

}  // namespace emulator

cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute, int value) {
  if (value < 0 || static_cast<size_t>(value) > emulator::kMaxShared)
    return emulator::fail(cudaErrorInvalidValue);
  std::lock_guard lock(emulator::opt_ins().mutex);
  emulator::opt_ins().bytes[kernel] = value;
  return cudaSuccess;
}
