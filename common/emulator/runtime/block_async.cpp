// Asynchronous copies and cuda::barrier, as the running thread calls them.
#include <algorithm>

#include "common/emulator/hooks/observe.hpp"
#include "common/emulator/runtime/block.hpp"
#include "emulator/async.hpp"

namespace emulator {
namespace {

// Bytes of one copy instruction: as many as the promised alignment or else both addresses and the
// size allow, 16 at most.
size_t piece(uintptr_t to, uintptr_t from, size_t bytes, size_t alignment) {
  for (const size_t width : {16, 8})
    if (bytes % width == 0 && (alignment % width == 0 || (to | from) % width == 0)) return width;
  return 4;
}

}  // namespace

void BlockRunner::copy_async(uintptr_t to, uintptr_t from, size_t bytes, size_t alignment,
                             const void* barrier, uintptr_t site) {
  open_shared(to);
  const size_t width = piece(to, from, bytes, alignment);
  for (size_t i = 0; i < bytes; i += width) {
    const AsyncCopy copy{to + i, from + i, width,
                         site,   current_, checker_.order().epochs(current_).now};
    if (!checker_.copy_issued(copy)) stop();
    if (barrier == nullptr) {
      threads_[current_]->copies.add(copy);
    } else {
      barrier_at(barrier, site).copies.push_back(copy);
    }
    record(site, AccessKind(Space::async, false, static_cast<unsigned>(width)), from + i);
  }
}

void BlockRunner::wait_for_copies(size_t pending) {
  const Epoch now = checker_.order().epochs(current_).now;
  for (const AsyncCopy& copy : threads_[current_]->copies.wait(pending))
    checker_.copy_arrives(copy, now);
}

void BlockRunner::init_barrier(const void* address, long expected, uintptr_t) {
  BlockBarrier barrier;
  barrier.expected = barrier.pending = expected;
  barrier.initialiser = current_;
  barrier.initialised = checker_.order().epochs(current_).now;
  barriers_[address] = barrier;
}

// The barrier, for a thread that may know of it.
BlockBarrier& BlockRunner::barrier_at(const void* address, uintptr_t site) {
  const auto found = barriers_.find(address);
  if (found == barriers_.end()) {
    checker_.barrier_misused(FindingKind::uninitialised, site, current_,
                             "uses a barrier that nobody has initialised in this block");
    stop();
  }
  BlockBarrier& barrier = found->second;
  if (!checker_.order().before(barrier.initialiser, barrier.initialised, current_))
    checker_.barrier_misused(FindingKind::race, site, current_,
                             "uses a barrier that another thread initialised, with no barrier of "
                             "the block between");
  return barrier;
}

unsigned BlockRunner::arrive(const void* address, uintptr_t site) {
  BlockBarrier& barrier = barrier_at(address, site);
  const unsigned phase = barrier.phase;
  checker_.order().release(current_, barrier.arriving);
  observe_thread();
  if (--barrier.pending > 0) return phase;
  for (const AsyncCopy& copy : barrier.copies) checker_.copy_arrives(copy, copy.issued);
  barrier.copies.clear();
  barrier.pending = barrier.expected;
  barrier.over[phase % 2] = barrier.arriving;
  ++barrier.phase;
  return phase;
}

void BlockRunner::wait_for_phase(const void* address, unsigned phase, uintptr_t site, Place place) {
  struct Wait {
    const BlockBarrier* barrier;
    unsigned phase;
    bool over() const { return barrier->phase != phase; }
  } const wait_for{&barrier_at(address, site), phase};
  if (!wait_for.over())
    wait([](const void* what) { return static_cast<const Wait*>(what)->over(); }, &wait_for, place);
  checker_.order().acquire(current_, wait_for.barrier->over[phase % 2]);
}

#define SITE reinterpret_cast<uintptr_t>(__builtin_return_address(0))

void copy_async(void* to, const void* from, size_t bytes, size_t alignment, const void* barrier) {
  current_block()->copy_async(reinterpret_cast<uintptr_t>(to), reinterpret_cast<uintptr_t>(from),
                              bytes, alignment, barrier, SITE);
}
void commit_copies() { current_block()->commit_copies(); }
void wait_for_copies(size_t pending) { current_block()->wait_for_copies(pending); }

void init_barrier(const void* barrier, long expected) {
  current_block()->init_barrier(barrier, expected, SITE);
}
unsigned arrive_at(const void* barrier) { return current_block()->arrive(barrier, SITE); }
void wait_for_phase(const void* barrier, unsigned phase, Place place) {
  current_block()->wait_for_phase(barrier, phase, SITE, place);
}

}  // namespace emulator
