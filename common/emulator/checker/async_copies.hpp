#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace emulator {

// Bytes on their way from device memory to shared memory.
struct AsyncCopy {
  uintptr_t to, from;
  size_t bytes;
  uintptr_t site;
  unsigned thread;
  uint32_t issued;  // epoch
};
using AsyncCopies = std::vector<AsyncCopy>;

// Copies that a thread has issued in groups, the oldest first; the last group is still open.
class CopyGroups {
 public:
  void add(const AsyncCopy& copy) { open_.push_back(copy); }
  void commit();
  bool empty() const { return open_.empty() && committed_.empty(); }
  // Takes out all groups but the latest `pending` and returns their copies.
  AsyncCopies wait(size_t pending);
  // Takes out everything, the open group too.
  AsyncCopies take_all();

 private:
  AsyncCopies open_;
  std::deque<AsyncCopies> committed_;
};

}  // namespace emulator
