#pragma once
#include <string>
#include <vector>

namespace gemm {

// How a program ended and what it wrote.
struct ProcessResult {
  int exit_code = 0;
  int signal = 0;  // that killed it; 0 when it exited by itself
  std::string out, err;
};

// Runs the executable at `path` without a shell and waits for its end. Throws DeviceError when it
// cannot be started.
ProcessResult run_process(const std::string& path, const std::vector<std::string>& arguments);

}  // namespace gemm
