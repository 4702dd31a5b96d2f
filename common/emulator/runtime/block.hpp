#pragma once
#include <cuda_runtime.h>

#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>
#include <memory>
#include <vector>

#include "common/emulator/runtime/async_copies.hpp"

namespace emulator {

// What a thread of the grid runs.
struct ThreadFunction {
  void (*call)(const void* arguments);
  const void* arguments;
};

// Runs the blocks of a grid, one at a time, on the CPU thread that owns it. The threads of a block
// are fibers that keep running until they wait: for the block's barrier, or for a condition. A
// round resumes every thread that can go on, in order of rank.
class BlockRunner {
 public:
  BlockRunner() = default;
  BlockRunner(const BlockRunner&) = delete;
  ~BlockRunner();

  // Returns false when the threads can never all finish; that is reported as a finding.
  bool run(dim3 grid, dim3 block, uint3 block_index, ThreadFunction function);

  // Called by the running thread.
  void sync(Place place);
  void wait(bool (*ready)(const void*), const void* what, Place place);
  unsigned rank() const { return current_; }
  unsigned size() const { return size_; }
  unsigned long long exchange(unsigned mask, unsigned long long bits, unsigned source, Place place);
  CopyGroups& copies() { return threads_[current_]->copies; }
  BarrierCopies& barrier_copies() { return barrier_copies_; }

 private:
  enum class State { ready, at_barrier, waiting, finished };
  struct Thread {
    boost::context::fiber fiber;      // the thread, while it is suspended
    boost::context::fiber scheduler;  // run(), while the thread runs
    State state = State::finished;
    Place place{};  // where it waits
    bool (*ready)(const void*) = nullptr;
    const void* what = nullptr;
    CopyGroups copies;
  };
  // The meeting of a warp's lanes in a shuffle. The last lane of a mask to come hands every lane
  // its bits; lanes of another mask may meet meanwhile.
  struct Warp {
    unsigned long long bits[warpSize] = {};  // what a lane brings, then what it takes
    unsigned source[warpSize] = {};          // the lane that each takes from, 0 … 31
    unsigned arrived = 0;                    // lanes that wait for others of their mask

    void complete(unsigned mask);
  };

  void start(unsigned rank);
  void resume(unsigned rank);
  void yield();
  bool may_run(const Thread& thread) const;
  bool release_barrier();
  void report_stuck() const;
  void abandon();

  std::vector<std::unique_ptr<Thread>> threads_;
  std::vector<Warp> warps_;
  BarrierCopies barrier_copies_;
  ThreadFunction function_{};
  dim3 block_;
  uint3 block_index_{};
  unsigned size_ = 0;
  unsigned current_ = 0;
};

// The runner whose thread is running on this CPU thread.
BlockRunner*& current_block();

}  // namespace emulator
