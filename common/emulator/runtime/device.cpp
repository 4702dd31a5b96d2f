// The one emulated device: it exists, it is idle, its errors are remembered per thread.
#include <cuda_runtime.h>

#include "common/emulator/runtime/errors.hpp"

namespace {

thread_local cudaError_t last_error = cudaSuccess;

}  // namespace

namespace emulator {

cudaError_t fail(cudaError_t error) {
  last_error = error;
  return error;
}

}  // namespace emulator

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return "no error";
    case cudaErrorInvalidValue:
      return "invalid argument";
    case cudaErrorMemoryAllocation:
      return "out of memory";
    case cudaErrorInvalidConfiguration:
      return "invalid configuration argument";
    case cudaErrorInvalidDevice:
      return "invalid device ordinal";
  }
  return "unknown error";
}

cudaError_t cudaGetLastError() {
  const cudaError_t error = last_error;
  last_error = cudaSuccess;
  return error;
}

cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
  return device == 0 ? cudaSuccess : emulator::fail(cudaErrorInvalidDevice);
}

// Launches and copies are complete when they return.
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
