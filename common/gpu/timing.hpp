#pragma once
#include <functional>
#include <vector>

#include "common/measure.hpp"

namespace gemm {

// Something to time. Both parts put work into the default stream and do not wait for it.
struct Candidate {
  std::function<void()> launch;
  std::function<void()> prepare;  // untimed, before each sample; may be empty
};

// What the L2 cache holds when a sample starts.
enum class L2Start {
  flushed,  // nothing of the operands
  warmed,   // what a launch of the same candidate left there
  as_left,  // what came before: for operands that the cache cannot hold
};

struct Sampling {
  double min_time_s = 0.5;
  L2Start l2 = L2Start::as_left;
  int samples = 0;  // of each candidate, however stable they are; 0 leaves it to enough()
};

// Times the candidates against each other: warms up by time, then takes one sample of each, in
// alternating order, as many as asked for or until enough() says so. A sample of candidates that are over in microseconds is
// the mean of several launches, the same number for all, unless the L2 is flushed or a candidate has
// to be prepared. Returns the timings in the order of the candidates. Throws DeviceError when a
// launch fails.
std::vector<Timing> time_alternately(const std::vector<Candidate>& candidates,
                                     const Sampling& sampling);

}  // namespace gemm
