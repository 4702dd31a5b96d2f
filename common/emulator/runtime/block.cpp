#include "common/emulator/runtime/block.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "common/emulator/checker/divergence.hpp"
#include "common/emulator/hooks/context.hpp"
#include "common/emulator/runtime/emergency.hpp"

// Compilers keep these together, so that the hooks can tell the four by one range. The gaps lie
// between them and shared objects: who leaves one of those does not arrive here.
__attribute__((used)) __thread char gap_before[1024];
__thread uint3 threadIdx;
__thread uint3 blockIdx;
__thread uint3 gridDim;
__thread uint3 blockDim;
__attribute__((used)) __thread char gap_behind[1024];

namespace emulator {
namespace {

struct Range {
  uintptr_t first, bytes;
};
Range built_in_variables() {
  const uint3* const all[] = {&threadIdx, &blockIdx, &gridDim, &blockDim};
  const auto [first, last] = std::minmax_element(std::begin(all), std::end(all));
  const auto begin = reinterpret_cast<uintptr_t>(*first), end = reinterpret_cast<uintptr_t>(*last);
  if (end - begin > 8 * sizeof(uint3)) {
    std::fputs("The emulator was built by a compiler that scatters threadIdx and its like.\n",
               stderr);
    std::abort();
  }
  return {begin, end + sizeof(uint3) - begin};
}

constexpr unsigned kWindowsPerTurn = 256;  // of a warp, before others get theirs

}  // namespace

bool BlockRunner::may_run(const Thread& thread) const {
  return thread.state == State::ready ||
         (thread.state == State::waiting && thread.ready(thread.what));
}

void BlockRunner::prepare(const BlockTask& task) {
  const Range built_in = built_in_variables();
  hook_context.built_in_first = built_in.first;
  hook_context.built_in_bytes = built_in.bytes;
  task_ = task;
  size_ = task.block.x * task.block.y * task.block.z;
  warps_.resize((size_ + warpSize - 1) / warpSize);
  for (size_t i = 0; i < warps_.size(); ++i) {
    warps_[i].arrived = 0;
    warps_[i].trace.set_warp(task.number * warpSize + i);
  }
  turns_ = thread_order(settings(), task.number, warps_.size());
  while (threads_.size() < size_) {
    threads_.push_back(std::make_unique<Thread>());
    start(threads_.size() - 1);
  }
  for (unsigned rank = 0; rank < size_; ++rank) {
    threads_[rank]->state = State::ready;
    threads_[rank]->last_site = 0;
  }
  finished_ = 0;
  broken_ = false;
  barriers_.clear();
  checker_.start_block(size_);
  restart_block_time();

  current_block() = this;
  gridDim = {task.grid.x, task.grid.y, task.grid.z};
  blockDim = {task.block.x, task.block.y, task.block.z};
  blockIdx = task.index;
}

bool BlockRunner::run(const BlockTask& task) {
  prepare(task);
  while (finished_ < size_ && !broken_) {
    bool progress = false;
    for (const unsigned warp : turns_.warps) {
      progress |= run_warp(warp);
      if (broken_) break;
    }
    if (broken_) break;
    if (progress || finished_ == size_ || release_barrier()) continue;
    report_stuck();
    broken_ = true;
  }
  if (broken_) abandon();
  for (auto& [address, barrier] : barriers_)
    for (const AsyncCopy& copy : barrier.copies) checker_.copy_forgotten(copy);
  checker_.end_block(task.number, task.index);
  return !broken_;
}

// Lets the lanes of a warp go on until none can, or until they have had enough. Returns whether any
// could.
bool BlockRunner::run_warp(unsigned warp) {
  const unsigned first = warp * warpSize;
  bool progress = false;
  for (unsigned windows = 0; windows < kWindowsPerTurn; ++windows) {
    while (!block_time_is_up() && run_lanes(warp)) progress = true;
    if (block_time_is_up() && !broken_ && finished_ < size_) stop_here();
    if (broken_) return true;
    match_accesses(warp);
    bool paused = false;
    for (unsigned rank = first; rank < first + warpSize && rank < size_; ++rank) {
      if (threads_[rank]->state != State::paused) continue;
      threads_[rank]->state = State::ready;
      paused = true;
    }
    if (!paused) break;
  }
  return progress;
}

// Ends the block for taking too long, at the last access of the thread that ran last.
void BlockRunner::stop_here() {
  checker_.stopped(threads_[current_]->last_site, current_, kEndlessLoop);
  broken_ = true;
}

// Lets each lane that can go on do so once. Returns whether any could.
bool BlockRunner::run_lanes(unsigned warp) {
  bool progress = false;
  for (const unsigned lane : turns_.lanes) {
    const unsigned rank = warp * warpSize + lane;
    if (rank >= size_ || !may_run(*threads_[rank])) continue;
    resume(rank);
    progress = true;
    if (broken_) return false;
  }
  return progress;
}

void BlockRunner::match_accesses(unsigned warp) {
  uint32_t finished = 0, at_barrier = 0;
  for (unsigned lane = 0; lane < static_cast<unsigned>(warpSize); ++lane) {
    const unsigned rank = warp * warpSize + lane;
    if (rank >= size_ || threads_[rank]->state == State::finished)
      finished |= 1u << lane;
    else if (threads_[rank]->state == State::at_barrier)
      at_barrier |= 1u << lane;
  }
  if (!settings().counting) {
    for (unsigned& count : accesses_.count) count = 0;
    return;
  }
  warps_[warp].trace.match(accesses_, finished, (finished | at_barrier) == 0xffffffff, tally_);
}

// Lets the block's threads pass the barrier if all of them wait at the same one.
bool BlockRunner::release_barrier() {
  const Place& place = threads_[0]->place;
  for (unsigned rank = 0; rank < size_; ++rank) {
    const Thread& thread = *threads_[rank];
    if (thread.state != State::at_barrier || !same_place(thread.place, place)) return false;
  }
  for (unsigned rank = 0; rank < size_; ++rank) threads_[rank]->state = State::ready;
  checker_.order().meet_all();
  ++barriers_passed_;
  return true;
}

void BlockRunner::report_stuck() {
  std::vector<WaitingThread> threads;
  for (unsigned rank = 0; rank < size_; ++rank) {
    const Thread& thread = *threads_[rank];
    threads.push_back({rank, thread.state == State::finished, thread.place});
  }
  checker_.divergence(describe_divergence(task_.index, threads));
}

}  // namespace emulator
