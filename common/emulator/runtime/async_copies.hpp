#pragma once
#include <cstddef>
#include <deque>
#include <map>
#include <vector>

namespace emulator {

struct AsyncCopy {
  void* to;
  const void* from;
  size_t bytes;
};

// Copies that a thread has issued in groups, the oldest first; the last group is still open.
class CopyGroups {
 public:
  void add(const AsyncCopy& copy) { open_.push_back(copy); }
  void commit();
  void wait(size_t pending);
  void clear();

 private:
  std::vector<AsyncCopy> open_;
  std::deque<std::vector<AsyncCopy>> committed_;
};

// Copies that barriers of a block wait for.
class BarrierCopies {
 public:
  void add(const void* barrier, const AsyncCopy& copy) { by_barrier_[barrier].push_back(copy); }
  void arrive(const void* barrier);
  void clear() { by_barrier_.clear(); }

 private:
  std::map<const void*, std::vector<AsyncCopy>> by_barrier_;
};

}  // namespace emulator
