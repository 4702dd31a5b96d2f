#pragma once
#include <cuda_runtime.h>

#include <cstddef>

#include "common/check.hpp"

namespace gemm {

// An attribute of the current device. Throws DeviceError.
inline int device_attribute(cudaDeviceAttr attribute) {
  int device = 0, value = 0;
  check(cudaGetDevice(&device), "asking for the current device");
  check(cudaDeviceGetAttribute(&value, attribute, device), "asking for a device attribute");
  return value;
}

inline int sm_count() { return device_attribute(cudaDevAttrMultiProcessorCount); }
inline size_t l2_bytes() { return static_cast<size_t>(device_attribute(cudaDevAttrL2CacheSize)); }

}  // namespace gemm
