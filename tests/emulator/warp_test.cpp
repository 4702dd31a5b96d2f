// Shuffles and __syncwarp. Expected values follow the CUDA C++ Programming Guide, "Warp Shuffle
// Functions".
#include <functional>
#include <vector>

#include "common/device_buffer.hpp"
#include "common/emulator/checker/findings.hpp"
#include "common/launch.cuh"
#include "tests/catch.hpp"
#include "tests/emulator/kernels.hpp"

using gemm::DeviceBuffer;

namespace {

constexpr int kThreads = 96;  // three warps

template <typename T>
std::vector<T> distinct_values() {
  std::vector<T> values(kThreads);
  for (int i = 0; i < kThreads; ++i) values[i] = static_cast<T>(1e6 + 1000.25 * i);
  return values;
}

// Checks a kind of shuffle, for 4-byte and 8-byte values, against source(lane): the lane whose
// value arrives.
void check_shuffle(Shuffle kind, int argument, int width, const std::function<int(int)>& source) {
  const std::vector<int> ints = distinct_values<int>();
  const std::vector<double> doubles = distinct_values<double>();
  const DeviceBuffer<int> int_in(ints);
  const DeviceBuffer<double> double_in(doubles);
  DeviceBuffer<int> int_out(kThreads);
  DeviceBuffer<double> double_out(kThreads);
  gemm::launch(shuffle_ints, 1, kThreads, 0, nullptr, kind, argument, width, int_in.data(),
               int_out.data());
  gemm::launch(shuffle_doubles, 1, kThreads, 0, nullptr, kind, argument, width, double_in.data(),
               double_out.data());
  const std::vector<int> got_ints = int_out.download();
  const std::vector<double> got_doubles = double_out.download();
  int wrong = 0;
  for (int i = 0; i < kThreads; ++i) {
    const int from = i / 32 * 32 + source(i % 32);
    wrong += got_ints[i] != ints[from] || got_doubles[i] != doubles[from];
  }
  INFO("argument " << argument << ", width " << width);
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("__shfl_sync takes the lane of that number in the segment") {
  for (const int width : {32, 16, 8})
    for (const int source : {0, 1, 7, width - 1, width + 3})
      check_shuffle(Shuffle::index, source, width,
                    [=](int lane) { return lane / width * width + source % width; });
}

TEST_CASE("__shfl_up_sync leaves the first lanes of a segment as they are") {
  for (const int width : {32, 16, 8})
    for (const int delta : {0, 1, 3, 7})
      check_shuffle(Shuffle::up, delta, width,
                    [=](int lane) { return lane % width < delta ? lane : lane - delta; });
}

TEST_CASE("__shfl_down_sync leaves the last lanes of a segment as they are") {
  for (const int width : {32, 16, 8})
    for (const int delta : {0, 1, 3, 7})
      check_shuffle(Shuffle::down, delta, width,
                    [=](int lane) { return lane % width + delta >= width ? lane : lane + delta; });
}

TEST_CASE("__shfl_xor_sync reaches earlier segments but not later ones") {
  for (const int width : {32, 16, 8})
    for (const int mask : {0, 1, 2, 5, 8, 16, 31})
      check_shuffle(Shuffle::exclusive_or, mask, width, [=](int lane) {
        return (lane ^ mask) / width > lane / width ? lane : lane ^ mask;
      });
}

TEST_CASE("lanes follow x, then y, then z") {
  for (const dim3 block : {dim3(64), dim3(4, 8, 2), dim3(1, 16, 4), dim3(2, 1, 32)}) {
    DeviceBuffer<int> out(64);
    gemm::launch(number_of_next_lane, 1, block, 0, nullptr, out.data());
    const std::vector<int> result = out.download();
    int wrong = 0;
    for (int i = 0; i < 64; ++i) wrong += result[i] != i / 32 * 32 + (i + 1) % 32;
    CHECK(wrong == 0);
  }
}

TEST_CASE("parts of a warp shuffle apart") {
  const std::vector<int> in = distinct_values<int>();
  const DeviceBuffer<int> device(in);
  DeviceBuffer<int> sums(kThreads);
  emulator::forget_findings();
  gemm::launch(sum_by_parity, 1, kThreads, 0, nullptr, device.data(), sums.data());
  CHECK(emulator::findings().empty());
  const std::vector<int> result = sums.download();
  int wrong = 0;
  for (int i = 0; i < kThreads; ++i) {
    int expected = 0;
    for (int lane = i % 2; lane < 32; lane += 2) expected += in[i / 32 * 32 + lane];
    wrong += result[i] != expected;
  }
  CHECK(wrong == 0);
}

TEST_CASE("__syncwarp orders writes and reads within a warp") {
  for (const int rounds : {1, 2, 31, 45}) {
    DeviceBuffer<int> out(kThreads);
    gemm::launch(rotate_warp, 1, kThreads, 0, nullptr, out.data(), rounds);
    const std::vector<int> result = out.download();
    int wrong = 0;
    for (int i = 0; i < kThreads; ++i) wrong += result[i] != i / 32 * 32 + (i + rounds) % 32;
    CHECK(wrong == 0);
  }
}
