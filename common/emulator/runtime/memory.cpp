// Device memory: host memory that cudaMalloc handed out.
#include "common/emulator/runtime/memory.hpp"

#include <cuda_runtime.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <string>

#include "common/emulator/runtime/errors.hpp"

namespace {

constexpr size_t kAlignment = 256;  // what cudaMalloc guarantees; sector counts depend on it

struct Allocations {
  std::mutex mutex;
  std::map<const char*, size_t> bytes_at;
};

Allocations& allocations() {
  static Allocations instance;
  return instance;
}

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

namespace emulator {

bool is_device_memory(const void* address, size_t bytes) {
  Allocations& all = allocations();
  std::lock_guard lock(all.mutex);
  const char* first = static_cast<const char*>(address);
  auto next = all.bytes_at.upper_bound(first);
  if (next == all.bytes_at.begin()) return false;
  const auto& [base, size] = *std::prev(next);
  const size_t offset = first - base;
  return offset <= size && bytes <= size - offset;
}

}  // namespace emulator

cudaError_t cudaMalloc(void** address, size_t bytes) {
  *address = nullptr;
  if (bytes == 0) return cudaSuccess;
  if (bytes > memory_field("MemAvailable")) return emulator::fail(cudaErrorMemoryAllocation);
  const size_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  *address = std::aligned_alloc(kAlignment, rounded);
  if (*address == nullptr) return emulator::fail(cudaErrorMemoryAllocation);
  std::memset(*address, 0xFF, bytes);
  std::lock_guard lock(allocations().mutex);
  allocations().bytes_at[static_cast<const char*>(*address)] = bytes;
  return cudaSuccess;
}

cudaError_t cudaFree(void* address) {
  if (address == nullptr) return cudaSuccess;
  {
    std::lock_guard lock(allocations().mutex);
    if (allocations().bytes_at.erase(static_cast<const char*>(address)) == 0)
      return emulator::fail(cudaErrorInvalidValue);
  }
  std::free(address);
  return cudaSuccess;
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
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t) {
  return cudaMemcpy(to, from, bytes, kind);
}

cudaError_t cudaMemset(void* address, int value, size_t bytes) {
  if (!emulator::is_device_memory(address, bytes)) return emulator::fail(cudaErrorInvalidValue);
  std::memset(address, value, bytes);
  return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void* address, int value, size_t bytes, cudaStream_t) {
  return cudaMemset(address, value, bytes);
}
