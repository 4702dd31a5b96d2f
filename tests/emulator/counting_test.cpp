// How lanes' accesses become requests: same site, n-th time since the last barrier. Amounts are
// derived by hand; a request of 32 floats in a row is 4 sectors.
#include <fstream>
#include <string>
#include <vector>

#include "common/backend.hpp"
#include "common/device_buffer.hpp"
#include "common/emulator/counters/totals.hpp"
#include "common/emulator/runtime/settings.hpp"
#include "common/launch.cuh"
#include "tests/catch.hpp"
#include "tests/emulator/counting_kernels.hpp"

using emulator::LaneOrder;
using gemm::DeviceBuffer;

namespace {

constexpr LaneOrder kOrders[] = {LaneOrder::forward, LaneOrder::reverse, LaneOrder::random};

// Loads of a launch of one block in each lane order.
template <typename... Params, typename... Args>
void check_loads(uint64_t requests, uint64_t sectors, void (*kernel)(Params...), unsigned threads,
                 Args... args) {
  const DeviceBuffer<float> in(std::vector<float>(2048, 1));
  DeviceBuffer<float> out(1024);
  for (const LaneOrder order : kOrders) {
    emulator::settings().lane_order = order;
    emulator::forget_totals();
    gemm::launch(kernel, 1, threads, 0, nullptr, in.data(), out.data(), args...);
    const gemm::Counts counts = *gemm::counts();
    INFO("lane order " << static_cast<int>(order));
    CHECK(counts.global_load.requests == requests);
    CHECK(counts.global_load.sectors == sectors);
  }
  emulator::settings().lane_order = LaneOrder::forward;
}

// The most memory that this process has had so far, in KiB.
long peak_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string field; status >> field;) {
    long kib = 0;
    if (field == "VmHWM:" && status >> kib) return kib;
  }
  return 0;
}

}  // namespace

TEST_CASE("lanes in different branches make requests of their own") {
  check_loads(2, 2 + 2, read_in_branches, 32);
  check_loads(6, 12, read_in_branches, 96);
}

TEST_CASE("lanes that loop more often go on alone") {
  // Every occurrence has a lane in each sector; those with i odd reach one sector further.
  check_loads(4, 4 + 5 + 4 + 5, read_unequally_often, 32, 1);
  // Beyond the window that lanes may be apart.
  check_loads(4 * 500, 2 * 500 * (4 + 5), read_unequally_often, 32, 500);
  check_loads(8 * 500, 4 * 500 * (4 + 5), read_unequally_often, 64, 500);
}

TEST_CASE("a barrier starts the count of occurrences anew") {
  check_loads(2, 16 + 1, read_around_barrier, 32);
}

TEST_CASE("lanes that do not exist or have returned are not waited for") {
  check_loads(2, 4 + 1, read_by_some, 40, 40u);
  check_loads(2, 4 + 1, read_by_some, 96, 40u);
  check_loads(1, 1, read_by_some, 1024, 1u);
  check_loads(0, 0, read_by_some, 64, 0u);
}

TEST_CASE("shuffles do not take requests apart") {
  check_loads(2, 4 + 4, read_and_shuffle, 32, 1);
  // Odd lanes in odd rounds read one further: 5 sectors.
  check_loads(2 * 400, 200 * (4 + 4) + 200 * (4 + 5), read_and_shuffle, 32, 400);
}

TEST_CASE("memory does not grow with the length of a loop without barriers") {
  // 32 floats in a row that begin at a multiple of 8 touch 4 sectors, others 5.
  const auto check_loop = [](int rounds) {
    const uint64_t requests = uint64_t{32} * rounds;
    check_loads(requests, requests * (4 + 7 * 5) / 8, read_in_loop, 1024, rounds);
  };
  check_loop(1024);
  const long before = peak_kib();
  REQUIRE(before > 0);
  check_loop(16000);
  CHECK(peak_kib() - before < 4096);  // the accesses would take 250 MiB
}
