#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "common/check.hpp"

namespace gemm {

// An array of `size()` elements in device memory, uninitialised, freed with the object.
// Copies to and from the host wait for the device. Throws DeviceError.
template <typename T>
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  explicit DeviceBuffer(size_t size) : size_(size) {
    if (size > 0) check(cudaMalloc(&data_, size * sizeof(T)), "allocating device memory");
  }
  explicit DeviceBuffer(const std::vector<T>& host) : DeviceBuffer(host.size()) { upload(host); }
  DeviceBuffer(DeviceBuffer&& other) noexcept { swap(other); }
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    DeviceBuffer(std::move(other)).swap(*this);
    return *this;
  }
  ~DeviceBuffer() { cudaFree(data_); }

  T* data() { return data_; }
  const T* data() const { return data_; }
  size_t size() const { return size_; }
  size_t bytes() const { return size_ * sizeof(T); }

  // Sets every byte: 0xFF makes each float a NaN.
  void fill_bytes(int value) {
    if (size_ > 0) check(cudaMemset(data_, value, bytes()), "filling device memory");
  }
  // `host` must have size() elements.
  void upload(const std::vector<T>& host) {
    if (size_ > 0)
      check(cudaMemcpy(data_, host.data(), bytes(), cudaMemcpyHostToDevice),
            "copying to the device");
  }
  void copy_from(const DeviceBuffer& other) {
    if (size_ > 0)
      check(cudaMemcpy(data_, other.data_, bytes(), cudaMemcpyDeviceToDevice),
            "copying on the device");
  }
  std::vector<T> download() const {
    std::vector<T> host(size_);
    if (size_ > 0)
      check(cudaMemcpy(host.data(), data_, bytes(), cudaMemcpyDeviceToHost),
            "copying from the device");
    return host;
  }

 private:
  void swap(DeviceBuffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  T* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace gemm
