#pragma once
#include <boost/context/stack_context.hpp>
#include <cstddef>

namespace emulator {

// Stacks for fibers, for Boost.Context. Around each there are addresses that nobody may use, far
// enough for a thread that leaves a local array to end there and not in another thread's stack.
class GuardedStack {
 public:
  explicit GuardedStack(size_t bytes) : bytes_(bytes) {}
  boost::context::stack_context allocate();  // throws std::bad_alloc
  void deallocate(boost::context::stack_context& stack);

 private:
  size_t bytes_;  // whole pages
};

}  // namespace emulator
