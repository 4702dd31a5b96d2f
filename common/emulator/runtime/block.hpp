#pragma once
#include <cuda_runtime.h>

#include <boost/context/fiber.hpp>
#include <csetjmp>
#include <memory>
#include <vector>

#include "common/emulator/checker/async_copies.hpp"
#include "common/emulator/checker/block_checker.hpp"
#include "common/emulator/counters/tally.hpp"
#include "common/emulator/counters/warp_trace.hpp"
#include "common/emulator/runtime/block_barriers.hpp"
#include "common/emulator/runtime/thread_order.hpp"

namespace emulator {

// A block to run.
struct BlockTask {
  dim3 grid, block;
  uint3 index;
  uint64_t number;  // of the block in the grid, x fastest
  const Call* call;
};

// Runs the blocks of a grid, one at a time, on the CPU thread that owns it. The threads of a block
// are fibers that keep running until they wait: for the block's barrier, for a condition, or for
// the other lanes of their warp, which they may not leave far behind. A round gives each warp a
// turn, which ends when none of its lanes can go on.
class BlockRunner {
 public:
  BlockRunner() = default;
  BlockRunner(const BlockRunner&) = delete;

  void start_launch(const KernelInfo& kernel, const Call& call, size_t dynamic_shared_bytes) {
    checker_.start_launch(kernel, call, dynamic_shared_bytes);
  }
  // Returns false when the block came to a bad end; that is reported as a finding.
  bool run(const BlockTask& task);
  // What the blocks asked of memory, and barriers that they passed, since the last call.
  Tally& tally() { return tally_; }
  uint64_t& barriers_passed() { return barriers_passed_; }

  // Called by the running thread.
  void sync(Place place);
  void wait(bool (*ready)(const void*), const void* what, Place place);
  void pause();
  [[noreturn]] void stop();  // after a finding that leaves no way on
  [[noreturn]] void stop_with(uintptr_t site, const char* what);
  unsigned rank() const { return current_; }
  unsigned size() const { return size_; }
  unsigned long long exchange(unsigned mask, unsigned long long bits, unsigned source, Place place);
  BlockChecker& checker() { return checker_; }
  bool open_shared(uintptr_t address);
  bool is_parameter(uintptr_t address, unsigned bytes) const;

  void copy_async(uintptr_t to, uintptr_t from, size_t bytes, size_t alignment, const void* barrier,
                  uintptr_t site);
  void commit_copies() { threads_[current_]->copies.commit(); }
  void wait_for_copies(size_t pending);

  void init_barrier(const void* barrier, long expected, uintptr_t site);
  unsigned arrive(const void* barrier, uintptr_t site);
  void wait_for_phase(const void* barrier, unsigned phase, uintptr_t site, Place place);

 private:
  enum class State { ready, paused, at_barrier, waiting, finished };
  struct Thread {
    boost::context::fiber fiber;      // the thread, while it is suspended
    boost::context::fiber scheduler;  // run(), while the thread runs
    uintptr_t stack_first = 0, stack_bytes = 0;
    std::jmp_buf beginning;  // where it goes when it is abandoned
    State state = State::finished;
    Place place{};  // where it waits
    bool (*ready)(const void*) = nullptr;
    const void* what = nullptr;
    CopyGroups copies;
    uintptr_t last_site = 0;  // of its accesses
  };
  // The meeting of a warp's lanes in a shuffle. The last lane of a mask to come hands every lane
  // its bits; lanes of another mask may meet meanwhile.
  struct Warp {
    unsigned long long bits[warpSize] = {};  // what a lane brings, then what it takes
    unsigned source[warpSize] = {};          // the lane that each takes from, 0 … 31
    unsigned arrived = 0;                    // lanes that wait for others of their mask
    WarpTrace trace;

    void complete(unsigned mask);
  };

  void start(unsigned rank);
  void prepare(const BlockTask& task);
  void resume(unsigned rank);
  void yield();
  void end_thread();
  bool may_run(const Thread& thread) const;
  bool run_warp(unsigned warp);
  bool run_lanes(unsigned warp);
  void stop_here();
  void match_accesses(unsigned warp);
  bool release_barrier();
  void report_stuck();
  void abandon();
  void observe_thread();
  BlockBarrier& barrier_at(const void* address, uintptr_t site);

  std::vector<std::unique_ptr<Thread>> threads_;
  std::vector<Warp> warps_;
  LaneAccesses accesses_;  // of the warp whose turn it is
  ThreadOrder turns_;
  BlockBarriers barriers_;
  BlockChecker checker_;
  Tally tally_;
  uint64_t barriers_passed_ = 0;
  BlockTask task_{};
  unsigned size_ = 0;
  unsigned current_ = 0;
  unsigned finished_ = 0;    // threads
  bool broken_ = false;      // a thread has stopped the block
  bool abandoning_ = false;  // threads that are resumed go to their beginning
};

constexpr char kEndlessLoop[] =
    "has not come to an end: is this an endless loop? (EMULATOR_BLOCK_SECONDS sets the CPU time "
    "that a block may take)";

// The runner whose thread is running on this CPU thread.
BlockRunner*& current_block();

}  // namespace emulator
