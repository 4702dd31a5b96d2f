#include "common/emulator/runtime/guarded_stack.hpp"

#include <sys/mman.h>

#include <new>

namespace emulator {
namespace {

constexpr size_t kGuard = 1024 * 1024;  // below and above a stack

}  // namespace

boost::context::stack_context GuardedStack::allocate() {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void* const memory = mmap(nullptr, bytes_ + 2 * kGuard, PROT_NONE, flags, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  char* const first = static_cast<char*>(memory) + kGuard;
  if (mprotect(first, bytes_, PROT_READ | PROT_WRITE) != 0) {
    munmap(memory, bytes_ + 2 * kGuard);
    throw std::bad_alloc();
  }
  boost::context::stack_context stack;
  stack.size = bytes_;
  stack.sp = first + bytes_;
  return stack;
}

void GuardedStack::deallocate(boost::context::stack_context& stack) {
  munmap(static_cast<char*>(stack.sp) - bytes_ - kGuard, bytes_ + 2 * kGuard);
}

}  // namespace emulator
