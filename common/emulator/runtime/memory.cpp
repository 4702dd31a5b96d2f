// Device memory: host memory that cudaMalloc handed out.
#include <cuda_runtime.h>

#include <cstring>
#include <fstream>
#include <string>

#include "common/emulator/checker/device_arena.hpp"
#include "common/emulator/runtime/errors.hpp"

namespace {

// A field of /proc/meminfo in bytes.
size_t memory_field(const std::string& name) {
  std::ifstream file("/proc/meminfo");
  for (std::string field, rest; file >> field; std::getline(file, rest)) {
    size_t kib = 0;
    if (field == name + ":" && file >> kib) return kib * 1024;
  }
  return 0;
}

}  // namespace

cudaError_t cudaMalloc(void** address, size_t bytes) {
  *address = nullptr;
  if (bytes == 0) return cudaSuccess;
  if (bytes > memory_field("MemAvailable")) return emulator::fail(cudaErrorMemoryAllocation);
  *address = emulator::allocate_device(bytes);
  if (*address == nullptr) return emulator::fail(cudaErrorMemoryAllocation);
  std::memset(*address, 0xFF, bytes);
  return cudaSuccess;
}

cudaError_t cudaFree(void* address) {
  if (address == nullptr || emulator::free_device(address)) return cudaSuccess;
  return emulator::fail(cudaErrorInvalidValue);
}

cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
  *free_bytes = memory_field("MemAvailable");
  *total_bytes = memory_field("MemTotal");
  return cudaSuccess;
}

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if ((to_device && !emulator::is_device_memory(to, bytes)) ||
      (from_device && !emulator::is_device_memory(from, bytes)))
    return emulator::fail(cudaErrorInvalidValue);
  std::memmove(to, from, bytes);
  if (to_device && from_device) emulator::copy_written(to, from, bytes);
  if (to_device && !from_device) emulator::mark_written(to, bytes);
  return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t) {
  return cudaMemcpy(to, from, bytes, kind);
}

cudaError_t cudaMemset(void* address, int value, size_t bytes) {
  if (!emulator::is_device_memory(address, bytes)) return emulator::fail(cudaErrorInvalidValue);
  std::memset(address, value, bytes);
  emulator::mark_written(address, bytes);
  return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void* address, int value, size_t bytes, cudaStream_t) {
  return cudaMemset(address, value, bytes);
}
