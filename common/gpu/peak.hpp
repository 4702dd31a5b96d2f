#pragma once
#include <functional>

namespace gemm {

// A launch of about a millisecond that only exercises one part of the device, on the default stream.
struct Peak {
  double work;  // that one launch does: FLOP or bytes
  std::function<void()> launch;
};

// `sink` is one float in device memory that keeps the results from being optimised away. It is not
// written.
Peak fma_peak(float* sink);     // fused multiply-adds in registers, on all SMs; counts 2 FLOP each
Peak shared_peak(float* sink);  // conflict-free 16-byte reads of shared memory, on all SMs

}  // namespace gemm
