// Kernel launches: CUDA's limits, and the blocks of a grid spread over the CPU's cores.
#include <cuda_runtime.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <vector>

#include "common/emulator/checker/device_arena.hpp"
#include "common/emulator/checker/findings.hpp"
#include "common/emulator/counters/totals.hpp"
#include "common/emulator/hooks/context.hpp"
#include "common/emulator/runtime/block.hpp"
#include "common/emulator/runtime/block_sample.hpp"
#include "common/emulator/runtime/dynamic_shared.hpp"
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

// A grid that runs in parts, each spread over the CPU's cores. A block that comes to a bad end ends
// the grid.
class GridRun {
 public:
  GridRun(const cudaLaunchConfig_t& config, const KernelInfo& kernel, const Call& call)
      : grid_(config.gridDim),
        block_(config.blockDim),
        shared_bytes_(config.dynamicSmemBytes),
        kernel_(kernel),
        call_(call) {}

  // Runs blocks number(0) … number(count − 1), which stand for `all` blocks.
  void blocks(uint64_t count, uint64_t all, const std::function<uint64_t(uint64_t)>& number) {
    if (last_ != kNone) return;
    std::atomic<uint64_t> next{0};
    std::atomic_flag watched;
    std::mutex mutex;
    Tally tally;
    uint64_t barriers = 0;
    pool().run([&] {
      // While a word is watched nobody else may change it: one CPU thread runs all blocks.
      if (is_watching() && watched.test_and_set()) return;
      static thread_local BlockRunner runner;
      prepare_for_emergencies();
      runner.start_launch(kernel_, call_, shared_bytes_);
      hook_context.hooked = false;
      for (uint64_t i; (i = next++) < count;) {
        if (runner.run({grid_, block_, index_of(number(i)), number(i), &call_})) continue;
        next = count;
        lower(last_, number(i));
      }
      if (hook_context.hooked) hooked_ = true;
      std::lock_guard lock(mutex);
      for (const SiteTally& site : runner.tally().sites()) tally.add(site);
      barriers += runner.barriers_passed();
      runner.tally().clear();
      runner.barriers_passed() = 0;
    });
    if (settings().counting) add_to_totals(tally, barriers, count, all);
  }

  // Runs a sample of a counted kernel's blocks, all of another's.
  void sample() {
    const std::vector<BlockClass> classes = sample_blocks(grid_, settings().sample_blocks);
    blocks(1, 1, [](uint64_t) { return 0; });
    if (!hooked_) {
      const uint64_t others = uint64_t{grid_.x} * grid_.y * grid_.z - 1;
      blocks(others, others, [](uint64_t i) { return i + 1; });
      return;
    }
    for (size_t c = 1; c < classes.size(); ++c)
      blocks(classes[c].sample.size(), classes[c].size,
             [&](uint64_t i) { return classes[c].sample[i]; });
  }

  bool hooked() const { return hooked_; }  // whether the kernel was compiled with hooks
  uint64_t last() const { return last_; }  // no block after it matters

 private:
  static constexpr uint64_t kNone = UINT64_MAX;

  uint3 index_of(uint64_t number) const {
    const uint64_t row = grid_.x, plane = row * grid_.y;
    return {static_cast<unsigned>(number % row), static_cast<unsigned>(number / row % grid_.y),
            static_cast<unsigned>(number / plane)};
  }

  dim3 grid_, block_;
  size_t shared_bytes_;
  const KernelInfo& kernel_;
  const Call& call_;
  std::atomic<uint64_t> last_{kNone};
  std::atomic<bool> hooked_{false};
};

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
  const CrashHandlers handlers;
  GridRun run(config, kernel, call);
  const uint64_t blocks = uint64_t{grid.x} * grid.y * grid.z;
  if (settings().sample_blocks == 0 || settings().sample_blocks >= blocks) {
    run.blocks(blocks, blocks, [](uint64_t i) { return i; });
  } else {
    run.sample();
  }
  finish_findings(kernel.name, run.last());
  if (!run.hooked()) mark_outputs(call);
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
