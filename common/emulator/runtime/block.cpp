#include "common/emulator/runtime/block.hpp"

#include <utility>

#include "common/emulator/runtime/divergence.hpp"
#include "common/emulator/runtime/watch.hpp"
#include "emulator/async.hpp"

__thread uint3 threadIdx;
__thread uint3 blockIdx;
__thread uint3 gridDim;
__thread uint3 blockDim;

namespace emulator {
namespace {

constexpr size_t kStackBytes = 64 * 1024;

uint3 index_of(unsigned rank, dim3 block) {
  return {rank % block.x, rank / block.x % block.y, rank / (block.x * block.y)};
}

}  // namespace

BlockRunner*& current_block() {
  static thread_local BlockRunner* runner = nullptr;
  return runner;
}

BlockRunner::~BlockRunner() { abandon(); }

// A fiber serves one rank of block after block, so that stacks are made once.
void BlockRunner::start(unsigned rank) {
  Thread& thread = *threads_[rank];
  thread.fiber = boost::context::fiber(std::allocator_arg,
                                       boost::context::protected_fixedsize_stack(kStackBytes),
                                       [this, &thread](boost::context::fiber&& scheduler) {
                                         thread.scheduler = std::move(scheduler);
                                         for (;;) {
                                           function_.call(function_.arguments);
                                           thread.state = State::finished;
                                           yield();
                                         }
                                         return std::move(thread.scheduler);
                                       });
}

void BlockRunner::yield() {
  Thread& thread = *threads_[current_];
  thread.scheduler = std::move(thread.scheduler).resume();
}

void BlockRunner::resume(unsigned rank) {
  Thread& thread = *threads_[rank];
  current_ = rank;
  threadIdx = index_of(rank, block_);
  thread.state = State::ready;
  const unsigned before = watched_word();
  thread.fiber = std::move(thread.fiber).resume();
  if (watched_word() != before) note_writer({block_index_, threadIdx});
}

bool BlockRunner::may_run(const Thread& thread) const {
  return thread.state == State::ready ||
         (thread.state == State::waiting && thread.ready(thread.what));
}

bool BlockRunner::run(dim3 grid, dim3 block, uint3 block_index, ThreadFunction function) {
  function_ = function;
  block_ = block;
  block_index_ = block_index;
  size_ = block.x * block.y * block.z;
  warps_.assign((size_ + warpSize - 1) / warpSize, Warp{});
  while (threads_.size() < size_) {
    threads_.push_back(std::make_unique<Thread>());
    start(threads_.size() - 1);
  }
  for (unsigned rank = 0; rank < size_; ++rank) {
    threads_[rank]->state = State::ready;
    threads_[rank]->copies.clear();
  }
  barrier_copies_.clear();

  current_block() = this;
  gridDim = {grid.x, grid.y, grid.z};
  blockDim = {block.x, block.y, block.z};
  blockIdx = block_index;

  for (;;) {
    bool progress = false;
    bool unfinished = false;
    for (unsigned rank = 0; rank < size_; ++rank) {
      if (may_run(*threads_[rank])) {
        resume(rank);
        progress = true;
      }
      unfinished |= threads_[rank]->state != State::finished;
    }
    if (!unfinished) return true;
    if (!progress && !release_barrier()) {
      report_stuck();
      abandon();
      return false;
    }
  }
}

// Lets the block's threads pass the barrier if all of them wait at the same one.
bool BlockRunner::release_barrier() {
  const Place& place = threads_[0]->place;
  for (unsigned rank = 0; rank < size_; ++rank) {
    const Thread& thread = *threads_[rank];
    if (thread.state != State::at_barrier || !same_place(thread.place, place)) return false;
  }
  for (unsigned rank = 0; rank < size_; ++rank) threads_[rank]->state = State::ready;
  return true;
}

void BlockRunner::report_stuck() const {
  std::vector<WaitingThread> threads;
  for (unsigned rank = 0; rank < size_; ++rank) {
    const Thread& thread = *threads_[rank];
    threads.push_back({rank, thread.state == State::finished, thread.place});
  }
  report_divergence(block_index_, threads);
}

// Ends the fibers where they are: destroying one unwinds its stack.
void BlockRunner::abandon() { threads_.clear(); }

void BlockRunner::sync(Place place) {
  Thread& thread = *threads_[current_];
  thread.place = place;
  thread.state = State::at_barrier;
  yield();
}

void BlockRunner::wait(bool (*ready)(const void*), const void* what, Place place) {
  Thread& thread = *threads_[current_];
  thread.place = place;
  thread.ready = ready;
  thread.what = what;
  thread.state = State::waiting;
  yield();
}

unsigned long long BlockRunner::exchange(unsigned mask, unsigned long long bits, unsigned source,
                                         Place place) {
  struct Arrival {
    Warp* warp;
    unsigned lane;
    bool over() const { return (warp->arrived >> lane & 1) == 0; }
  } const arrival{&warps_[current_ / warpSize], current_ % warpSize};
  Warp& warp = *arrival.warp;
  warp.bits[arrival.lane] = bits;
  warp.source[arrival.lane] = source;
  warp.arrived |= 1u << arrival.lane;
  if ((warp.arrived & mask) == mask) warp.complete(mask);
  if (!arrival.over())
    wait([](const void* what) { return static_cast<const Arrival*>(what)->over(); }, &arrival,
         place);
  return warp.bits[arrival.lane];
}

void BlockRunner::Warp::complete(unsigned mask) {
  unsigned long long taken[warpSize];
  for (unsigned lane = 0; lane < warpSize; ++lane)
    taken[lane] = mask >> source[lane] & 1 ? bits[source[lane]] : bits[lane];
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (mask >> lane & 1) bits[lane] = taken[lane];
  arrived &= ~mask;
}

void sync_threads(Place place) { current_block()->sync(place); }
void wait_until(bool (*ready)(const void*), const void* what, Place place) {
  if (!ready(what)) current_block()->wait(ready, what, place);
}
unsigned thread_rank() { return current_block()->rank(); }
unsigned block_size() { return current_block()->size(); }
unsigned long long exchange(unsigned mask, unsigned long long bits, unsigned source, Place place) {
  return current_block()->exchange(mask, bits, source, place);
}

void copy_async(void* to, const void* from, size_t bytes) {
  current_block()->copies().add({to, from, bytes});
}
void commit_copies() { current_block()->copies().commit(); }
void wait_for_copies(size_t pending) { current_block()->copies().wait(pending); }
void copy_async(void* to, const void* from, size_t bytes, const void* barrier) {
  current_block()->barrier_copies().add(barrier, {to, from, bytes});
}
void arrive_copies(const void* barrier) { current_block()->barrier_copies().arrive(barrier); }

}  // namespace emulator
