// The threads of a block as fibers.
#include <utility>

#include "common/emulator/hooks/context.hpp"
#include "common/emulator/runtime/block.hpp"
#include "common/emulator/runtime/guarded_stack.hpp"
#include "common/emulator/runtime/watch.hpp"

namespace emulator {
namespace {

constexpr size_t kStackBytes = 64 * 1024;
constexpr size_t kStackShift = 11 * 64, kMostStackShift = 4096;
constexpr size_t kGap = 2 * 1024;

uint3 index_of(unsigned rank, dim3 block) {
  return {rank % block.x, rank / block.x % block.y, rank / (block.x * block.y)};
}

// Leaves a gap between the kernel's frame and the emulator's own, so that a thread that writes
// behind its local arrays does not spoil those.
__attribute__((noinline)) void call_kernel(const Call& call) {
  char gap[kGap];
  asm volatile("" : : "r"(gap) : "memory");
  call.thread(call.parameters);
  asm volatile("" : : "r"(gap) : "memory");
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
  GuardedStack allocator(kStackBytes);
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
                  call_kernel(*task_.call);
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

void BlockRunner::end_thread() {
  if (threads_[current_]->copies.empty()) return;
  for (const AsyncCopy& copy : threads_[current_]->copies.take_all()) checker_.copy_forgotten(copy);
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

bool BlockRunner::is_parameter(uintptr_t address, unsigned bytes) const {
  const uintptr_t offset = address - reinterpret_cast<uintptr_t>(task_.call->parameters);
  return offset < task_.call->parameter_bytes && bytes <= task_.call->parameter_bytes - offset;
}

}  // namespace emulator
