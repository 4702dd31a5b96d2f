#pragma once
#include "common/gpu/device.hpp"
#include "common/gpu/read_buffer.hpp"

namespace gemm {

// Takes everything out of the L2 cache: a sample that follows starts from DRAM.
class L2Flush {
 public:
  // Holds a buffer of three times the L2. Throws DeviceError.
  L2Flush() : buffer_(kTimesL2 * l2_bytes() / sizeof(float4)) {}

  // Writing the buffer evicts the caller's lines. Reading it evicts the written lines, whose way to
  // DRAM would else fall into the sample. Asynchronous on the default stream.
  void run() {
    buffer_.fill_bytes(0);
    read_buffer(buffer_);
  }

 private:
  static constexpr size_t kTimesL2 = 3;  // more than 1, because replacement is not strictly LRU
  DeviceBuffer<float4> buffer_;
};

}  // namespace gemm
