#pragma once
#include <stdexcept>

namespace gemm {

// The caller asked for something that cannot be; exit code 2. The text is one sentence.
struct BadArguments : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// No device, not enough memory, or a call that the device refused; exit code 3.
struct DeviceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace gemm
