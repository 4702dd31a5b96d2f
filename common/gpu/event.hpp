#pragma once
#include <cuda_runtime.h>

#include "common/check.hpp"

namespace gemm {

// A mark in the work of the default stream. Throws DeviceError.
class Event {
 public:
  Event() { check(cudaEventCreate(&event_), "creating an event"); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { cudaEventDestroy(event_); }

  void record() { check(cudaEventRecord(event_), "recording an event"); }

  // Milliseconds from `start` to this event. Waits for it, and so reports what went wrong before.
  double ms_since(const Event& start) const {
    check(cudaEventSynchronize(event_), "running the kernel");
    float ms = 0;
    check(cudaEventElapsedTime(&ms, start.event_, event_), "reading the elapsed time");
    return ms;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

// Milliseconds that the device spends on what `enqueue` puts into the default stream.
template <typename Enqueue>
double elapsed_ms(const Enqueue& enqueue) {
  Event start, stop;
  start.record();
  enqueue();
  stop.record();
  return stop.ms_since(start);
}

}  // namespace gemm
