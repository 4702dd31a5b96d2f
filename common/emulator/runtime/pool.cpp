#include "common/emulator/runtime/pool.hpp"

#include <algorithm>

namespace emulator {

Pool::Pool() {
  const unsigned count = std::max(1u, std::thread::hardware_concurrency());
  for (unsigned i = 0; i < count; ++i) threads_.emplace_back([this] { serve(); });
}

Pool::~Pool() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  start_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Pool::run(const std::function<void()>& work) {
  std::unique_lock lock(mutex_);
  work_ = &work;
  running_ = threads_.size();
  ++round_;
  start_.notify_all();
  done_.wait(lock, [this] { return running_ == 0; });
}

void Pool::serve() {
  std::unique_lock lock(mutex_);
  for (unsigned seen = 0;;) {
    start_.wait(lock, [&] { return stop_ || round_ != seen; });
    if (stop_) return;
    seen = round_;
    lock.unlock();
    (*work_)();
    lock.lock();
    if (--running_ == 0) done_.notify_one();
  }
}

Pool& pool() {
  static Pool instance;
  return instance;
}

}  // namespace emulator
