// Grids and blocks of every form, the limits of a launch, and atomics across blocks.
#include "common/launch.cuh"

#include <cstdint>
#include <vector>

#include "common/device_buffer.hpp"
#include "common/error.hpp"
#include "tests/catch.hpp"
#include "tests/emulator/kernels.hpp"

using gemm::DeviceBuffer;

namespace {

size_t volume(dim3 d) { return static_cast<size_t>(d.x) * d.y * d.z; }

bool equal(uint3 a, uint3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

uint3 index_of(size_t number, dim3 d) {
  return {static_cast<unsigned>(number % d.x), static_cast<unsigned>(number / d.x % d.y),
          static_cast<unsigned>(number / d.x / d.y)};
}

// What cudaLaunchKernelEx says to this configuration. The kernel must have run if and only if the
// answer is success.
cudaError_t try_launch(dim3 grid, dim3 block, size_t shared_bytes = 0) {
  DeviceBuffer<int> flag(std::vector<int>{0});
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = block;
  config.dynamicSmemBytes = shared_bytes;
  const cudaError_t status = cudaLaunchKernelEx(&config, set_flag, flag.data());
  CHECK(cudaGetLastError() == status);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(flag.download()[0] == (status == cudaSuccess));
  return status;
}

}  // namespace

TEST_CASE("every thread of a grid runs once and knows its place") {
  const std::pair<dim3, dim3> forms[] = {
      {dim3(1), dim3(1)},          {dim3(7), dim3(33)},       {dim3(3, 5), dim3(32)},
      {dim3(2, 3, 4), dim3(5)},    {dim3(3), dim3(8, 9)},     {dim3(1, 1, 5), dim3(3, 1, 7)},
      {dim3(4, 3), dim3(4, 8, 2)}, {dim3(2), dim3(1, 1, 64)}, {dim3(2, 3, 4), dim3(5, 6, 7)},
      {dim3(2), dim3(1024)},       {dim3(2), dim3(1, 1024)},  {dim3(5000), dim3(2)}};
  for (const auto& [grid, block] : forms) {
    std::vector<Visit> visits(volume(grid) * volume(block));
    DeviceBuffer<Visit> device(visits);
    gemm::launch(visit, grid, block, 0, nullptr, device.data());
    visits = device.download();
    size_t wrong = 0;
    for (size_t i = 0; i < visits.size(); ++i)
      wrong += visits[i].count != 1 ||
               !equal(visits[i].thread, index_of(i % volume(block), block)) ||
               !equal(visits[i].block, index_of(i / volume(block), grid));
    INFO(grid.x << "×" << grid.y << "×" << grid.z << " blocks of " << block.x << "×" << block.y
                << "×" << block.z);
    CHECK(wrong == 0);
  }
}

TEST_CASE("launches within CUDA's limits run") {
  CHECK(try_launch(dim3(1), dim3(1024)) == cudaSuccess);
  CHECK(try_launch(dim3(1), dim3(32, 32)) == cudaSuccess);
  CHECK(try_launch(dim3(1), dim3(4, 4, 64)) == cudaSuccess);
  CHECK(try_launch(dim3(70000), dim3(1)) == cudaSuccess);
  CHECK(try_launch(dim3(1, 65535), dim3(1)) == cudaSuccess);
  CHECK(try_launch(dim3(1, 1, 65535), dim3(1)) == cudaSuccess);
  CHECK(try_launch(dim3(1), dim3(1), 48 * 1024) == cudaSuccess);
}

TEST_CASE("launches beyond CUDA's limits are refused") {
  CHECK(try_launch(dim3(1, 65536), dim3(1)) == cudaErrorInvalidConfiguration);
  CHECK(try_launch(dim3(1, 1, 65536), dim3(1)) == cudaErrorInvalidConfiguration);
  CHECK(try_launch(dim3(2147483648u), dim3(1)) == cudaErrorInvalidConfiguration);
  CHECK(try_launch(dim3(1), dim3(1025)) == cudaErrorInvalidConfiguration);
  CHECK(try_launch(dim3(1), dim3(1, 1025)) == cudaErrorInvalidConfiguration);
  CHECK(try_launch(dim3(1), dim3(1, 1, 65)) == cudaErrorInvalidConfiguration);
  CHECK(try_launch(dim3(1), dim3(33, 32)) == cudaErrorInvalidConfiguration);
  CHECK(try_launch(dim3(1), dim3(1024, 1024, 64)) == cudaErrorInvalidConfiguration);
}

TEST_CASE("launches with an empty extent are refused") {
  for (int direction = 0; direction < 3; ++direction) {
    dim3 empty(1, 1, 1);
    (direction == 0 ? empty.x : direction == 1 ? empty.y : empty.z) = 0;
    CHECK(try_launch(empty, dim3(1)) == cudaErrorInvalidConfiguration);
    CHECK(try_launch(dim3(1), empty) == cudaErrorInvalidConfiguration);
  }
}

TEST_CASE("more than 48 KiB of dynamic shared memory must be asked for, up to 227 KiB") {
  const auto ask = [](int bytes) {
    return cudaFuncSetAttribute(reinterpret_cast<const void*>(set_flag),
                                cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  };
  CHECK(try_launch(dim3(1), dim3(1), 48 * 1024 + 1) == cudaErrorInvalidValue);
  CHECK(ask(227 * 1024 + 1) == cudaErrorInvalidValue);
  CHECK(ask(-1) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  REQUIRE(ask(100 * 1024) == cudaSuccess);
  CHECK(try_launch(dim3(1), dim3(1), 100 * 1024) == cudaSuccess);
  CHECK(try_launch(dim3(1), dim3(1), 100 * 1024 + 1) == cudaErrorInvalidValue);
  REQUIRE(ask(227 * 1024) == cudaSuccess);
  CHECK(try_launch(dim3(1), dim3(1), 227 * 1024) == cudaSuccess);
  REQUIRE(ask(48 * 1024) == cudaSuccess);
}

TEST_CASE("gemm::launch asks for shared memory itself and throws what is refused") {
  DeviceBuffer<int> flag(std::vector<int>{0});
  gemm::launch(set_flag, 1, 1, 100 * 1024, nullptr, flag.data());
  CHECK(flag.download()[0] == 1);
  CHECK(gemm::last_launch().shared_bytes == 100 * 1024);
  CHECK_THROWS_AS(gemm::launch(set_flag, 1, 1, 228 * 1024, nullptr, flag.data()),
                  gemm::DeviceError);
  CHECK_THROWS_AS(gemm::launch(set_flag, 1, 2048, 0, nullptr, flag.data()), gemm::DeviceError);
}

TEST_CASE("atomics lose nothing between blocks on different cores") {
  constexpr uint64_t kBlocks = 400, kThreads = 100, n = kBlocks * kThreads;
  DeviceBuffer<Totals> device(std::vector<Totals>{{0, 0, 0, ~0ull, 0}});
  gemm::launch(total, dim3(20, 20), dim3(10, 10), 0, nullptr, device.data());
  const Totals totals = device.download()[0];
  CHECK(totals.sum == static_cast<int>(n * (n - 1) / 2));
  CHECK(totals.float_sum == n);
  CHECK(totals.double_sum == n * n / 2.0);  // the sum of i + 1/2
  CHECK(totals.minimum == 3);
  CHECK(totals.maximum == (n - 1) << 20);
}
