#pragma once
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace emulator {

// CPU threads that live as long as the program, one per core, so that each keeps its fibers.
class Pool {
 public:
  Pool();
  ~Pool();

  // Calls `work` once on every CPU thread of the pool and waits until all have returned.
  void run(const std::function<void()>& work);

 private:
  void serve();

  std::mutex mutex_;
  std::condition_variable start_, done_;
  const std::function<void()>* work_ = nullptr;
  unsigned round_ = 0;    // calls of run() so far
  unsigned running_ = 0;  // CPU threads still at work in this round
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

Pool& pool();

}  // namespace emulator
