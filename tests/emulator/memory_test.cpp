// Device memory: aligned, filled, bounded, and refused where there is not enough.
#include <cuda_runtime.h>

#include <cstdint>
#include <vector>

#include "common/backend.hpp"
#include "common/error.hpp"
#include "tests/catch.hpp"

namespace {

constexpr size_t kBytes = 1000;

// An allocation between two others, so that a wrong range shows even where memory is mapped.
struct Block {
  Block() {
    for (char*& each : all) REQUIRE(cudaMalloc(&each, kBytes) == cudaSuccess);
  }
  ~Block() {
    for (char* each : all) cudaFree(each);
  }
  char* data() const { return all[1]; }
  char* all[3];
};

}  // namespace

TEST_CASE("cudaMalloc aligns to 256 bytes and fills with 0xFF") {
  for (const size_t bytes : {1, 4, 255, 256, 257, 1000, 4096, 100001}) {
    unsigned char* address = nullptr;
    REQUIRE(cudaMalloc(&address, bytes) == cudaSuccess);
    CHECK(reinterpret_cast<uintptr_t>(address) % 256 == 0);
    size_t filled = 0;
    for (size_t i = 0; i < bytes; ++i) filled += address[i] == 0xFF;
    CHECK(filled == bytes);
    CHECK(cudaFree(address) == cudaSuccess);
  }
}

TEST_CASE("memory that the machine does not have is refused") {
  for (const size_t bytes : {size_t{1} << 50, ~size_t{0}, ~size_t{0} / 2}) {
    char* address = reinterpret_cast<char*>(1);
    CHECK(cudaMalloc(&address, bytes) == cudaErrorMemoryAllocation);
    CHECK(address == nullptr);
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
    CHECK(cudaGetLastError() == cudaSuccess);
  }
  size_t free_bytes = 0, total_bytes = 0;
  REQUIRE(cudaMemGetInfo(&free_bytes, &total_bytes) == cudaSuccess);
  CHECK(free_bytes > 0);
  CHECK(free_bytes <= total_bytes);
  char* address = nullptr;
  CHECK(cudaMalloc(&address, 2 * total_bytes) == cudaErrorMemoryAllocation);
}

TEST_CASE("copies move bytes in each direction") {
  const Block block, other;
  std::vector<char> host(kBytes), back(kBytes, 0);
  for (size_t i = 0; i < kBytes; ++i) host[i] = static_cast<char>(7 * i);
  CHECK(cudaMemcpy(block.data(), host.data(), kBytes, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpy(other.data(), block.data(), kBytes, cudaMemcpyDeviceToDevice) == cudaSuccess);
  CHECK(cudaMemcpy(back.data(), other.data(), kBytes, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(back == host);
  CHECK(cudaMemset(other.data() + 10, 3, 20) == cudaSuccess);
  CHECK(other.data()[9] == host[9]);
  CHECK(other.data()[10] == 3);
  CHECK(other.data()[29] == 3);
  CHECK(other.data()[30] == host[30]);
}

TEST_CASE("copies out of an allocation's range are refused") {
  const Block block;
  std::vector<char> host(2 * kBytes, 1);
  const auto refused = [&](char* device, size_t bytes) {
    CHECK(cudaMemcpy(device, host.data(), bytes, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(host.data(), device, bytes, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(block.data(), device, bytes, cudaMemcpyDeviceToDevice) ==
          cudaErrorInvalidValue);
    CHECK(cudaMemset(device, 0, bytes) == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  };
  refused(block.data(), kBytes + 1);
  refused(block.data() + 1, kBytes);
  refused(block.data() - 1, 2);
  refused(block.data() + kBytes, 1);
  refused(block.data(), ~size_t{0});
  refused(host.data(), 1);  // memory of the host
  CHECK(cudaMemset(block.data(), 0, kBytes) == cudaSuccess);

  char* gone = nullptr;
  REQUIRE(cudaMalloc(&gone, kBytes) == cudaSuccess);
  REQUIRE(cudaFree(gone) == cudaSuccess);
  refused(gone, 1);
}

TEST_CASE("only what was allocated can be freed, once") {
  CHECK(cudaFree(nullptr) == cudaSuccess);
  char* address = nullptr;
  REQUIRE(cudaMalloc(&address, kBytes) == cudaSuccess);
  CHECK(cudaFree(address + 256) == cudaErrorInvalidValue);
  CHECK(cudaFree(address) == cudaSuccess);
  CHECK(cudaFree(address) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
}

TEST_CASE("there is one device") {
  int count = 0;
  CHECK(cudaGetDeviceCount(&count) == cudaSuccess);
  CHECK(count == 1);
  CHECK(cudaSetDevice(0) == cudaSuccess);
  CHECK(cudaSetDevice(1) == cudaErrorInvalidDevice);
  CHECK(cudaSetDevice(-1) == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  CHECK_THROWS_AS(gemm::select_device(7), gemm::DeviceError);
}
