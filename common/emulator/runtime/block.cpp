#include "common/emulator/runtime/block.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "common/emulator/checker/divergence.hpp"
#include "common/emulator/hooks/context.hpp"
#include "common/emulator/runtime/emergency.hpp"
#include "common/emulator/runtime/watch.hpp"

// The compiler keeps them together, so that the hooks can tell them by one range.
__thread uint3 threadIdx;
__thread uint3 blockIdx;
__thread uint3 gridDim;
__thread uint3 blockDim;

namespace emulator {
namespace {

struct Range {
  uintptr_t first, bytes;
};
Range built_in_variables() {
  const uint3* const all[] = {&threadIdx, &blockIdx, &gridDim, &blockDim};
  const auto [first, last] = std::minmax_element(std::begin(all), std::end(all));
  const auto begin = reinterpret_cast<uintptr_t>(*first), end = reinterpret_cast<uintptr_t>(*last);
  return {begin, end + sizeof(uint3) - begin};
}

constexpr size_t kStackBytes = 64 * 1024;
constexpr size_t kStackShift = 11 * 64, kMostStackShift = 4096;
constexpr unsigned kWindowsPerTurn = 256;  // of a warp, before others get theirs

uint3 index_of(unsigned rank, dim3 block) {
  return {rank % block.x, rank / block.x % block.y, rank / (block.x * block.y)};
}

}  // namespace

BlockRunner*& current_block() {
  static thread_local BlockRunner* runner = nullptr;
  return runner;
}

// A fiber serves one rank of block after block, so that stacks are made once. Threads that are
// abandoned jump to the beginning: kernels have nothing to destroy.
void BlockRunner::start(unsigned rank) {
  using namespace boost::context;
  Thread& thread = *threads_[rank];
  protected_fixedsize_stack allocator(kStackBytes);
  const stack_context stack = allocator.allocate();
  // Stacks begin at multiples of a page: moved apart they do not compete for the same cache lines.
  const size_t moved = rank * kStackShift % kMostStackShift;
  thread.stack_first = reinterpret_cast<uintptr_t>(stack.sp) - stack.size;
  thread.stack_bytes = stack.size;
  thread.fiber =
      fiber(std::allocator_arg,
            preallocated(static_cast<char*>(stack.sp) - moved, stack.size - moved, stack),
            allocator, [this, &thread](fiber&& scheduler) {
              thread.scheduler = std::move(scheduler);
              for (;;) {
                if (setjmp(thread.beginning) == 0 && !abandoning_) {
                  task_.function.call(task_.function.arguments);
                  end_thread();
                }
                thread.state = State::finished;
                yield();
              }
              return std::move(thread.scheduler);
            });
}

void BlockRunner::yield() {
  Thread& thread = *threads_[current_];
  thread.scheduler = std::move(thread.scheduler).resume();
  if (abandoning_ && thread.state != State::finished) std::longjmp(thread.beginning, 1);
}

void BlockRunner::resume(unsigned rank) {
  Thread& thread = *threads_[rank];
  current_ = rank;
  threadIdx = index_of(rank, task_.block);
  thread.state = State::ready;
  const unsigned lane = rank % warpSize;
  observe_thread();
  hook_context.next = accesses_.of[lane] + accesses_.count[lane];
  hook_context.end = accesses_.of[lane] + kWindow;
  const unsigned before = watched_word();
  thread.fiber = std::move(thread.fiber).resume();
  if (watched_word() != before) note_writer({task_.index, threadIdx});
  accesses_.count[lane] = static_cast<unsigned>(hook_context.next - accesses_.of[lane]);
  if (accesses_.count[lane] > 0)
    thread.last_site = site_of(accesses_.of[lane][accesses_.count[lane] - 1].key());
  ignore_accesses();
  finished_ += thread.state == State::finished;
}

// Tells the hooks who is running.
void BlockRunner::observe_thread() {
  const Thread& thread = *threads_[current_];
  hook_context.private_first = thread.stack_first;
  hook_context.private_bytes = thread.stack_bytes;
  hook_context.shared_first = checker_.shared_first();
  hook_context.shared_bytes = checker_.shared_bytes();
  hook_context.shared_words = checker_.shared_words();
  hook_context.epochs = checker_.order().epochs(current_);
}

bool BlockRunner::open_shared(uintptr_t address) {
  if (!checker_.open_shared(address)) return false;
  observe_thread();
  return true;
}

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
  for (Warp& warp : warps_) warp.arrived = 0;
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

// Ends the threads where they are.
void BlockRunner::abandon() {
  abandoning_ = true;
  for (unsigned rank = 0; rank < size_; ++rank) {
    Thread& thread = *threads_[rank];
    for (const AsyncCopy& copy : thread.copies.take_all()) checker_.copy_abandoned(copy);
    if (thread.state == State::finished) continue;
    current_ = rank;
    thread.state = State::waiting;
    thread.fiber = std::move(thread.fiber).resume();
  }
  abandoning_ = false;
  for (auto& [address, barrier] : barriers_)
    for (const AsyncCopy& copy : barrier.copies) checker_.copy_abandoned(copy);
  barriers_.clear();
  for (unsigned& count : accesses_.count) count = 0;
  warps_.clear();
}

void BlockRunner::end_thread() {
  if (threads_[current_]->copies.empty()) return;
  for (const AsyncCopy& copy : threads_[current_]->copies.take_all()) checker_.copy_forgotten(copy);
}

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

void BlockRunner::pause() {
  threads_[current_]->state = State::paused;
  yield();
}

void BlockRunner::stop() {
  broken_ = true;
  std::longjmp(threads_[current_]->beginning, 1);
}

void BlockRunner::stop_with(uintptr_t site, const char* what) {
  checker_.stopped(site, current_, what);
  stop();
}

bool BlockRunner::is_parameter(uintptr_t address, unsigned bytes) const {
  const uintptr_t offset = address - reinterpret_cast<uintptr_t>(task_.function.arguments);
  return offset < task_.function.argument_bytes && bytes <= task_.function.argument_bytes - offset;
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
  if ((warp.arrived & mask) == mask) {
    warp.complete(mask);
    checker_.order().meet(current_ / warpSize * warpSize, mask);
    observe_thread();
  }
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
unsigned thread_rank() { return current_block()->rank(); }
unsigned block_size() { return current_block()->size(); }
unsigned long long exchange(unsigned mask, unsigned long long bits, unsigned source, Place place) {
  return current_block()->exchange(mask, bits, source, place);
}

}  // namespace emulator
