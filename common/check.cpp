#include "common/check.hpp"

#include <string>

#include "common/error.hpp"

namespace gemm {

void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  cudaGetLastError();  // clears the error where CUDA can forget it
  throw DeviceError(std::string(what) + " failed: " + cudaGetErrorString(status) + ".");
}

}  // namespace gemm
