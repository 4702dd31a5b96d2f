// Shared memory and barriers: private to a block, ordered, and reported when not all threads come.
#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

#include "common/device_buffer.hpp"
#include "common/emulator/checker/findings.hpp"
#include "common/launch.cuh"
#include "tests/catch.hpp"
#include "tests/emulator/kernels.hpp"

using gemm::DeviceBuffer;

namespace {

uint64_t divergent_barriers() {
  return emulator::finding_counts()[static_cast<int>(emulator::FindingKind::divergent_barrier)];
}

void check_rotation(dim3 grid, dim3 block, int rounds) {
  const unsigned blocks = grid.x * grid.y * grid.z, n = block.x * block.y * block.z;
  DeviceBuffer<int> out(blocks * n);
  gemm::launch(rotate, grid, block, 0, nullptr, out.data(), rounds);
  size_t wrong = 0;
  const std::vector<int> result = out.download();
  for (unsigned i = 0; i < result.size(); ++i)
    wrong += result[i] != static_cast<int>((i % n + rounds) % n);
  INFO(blocks << " blocks of " << n << " threads, " << rounds << " rounds");
  CHECK(wrong == 0);
}

// Runs a kernel with a divergent barrier. The finding must hold each of the parts, whose "{0}" and
// "{1}" stand for line[0] and line[1]; after it, the process launches as before.
void check_finding(const std::function<void(int* line)>& run,
                   const std::vector<std::string>& parts) {
  emulator::forget_findings();
  DeviceBuffer<int> line(std::vector<int>{0, 0});
  run(line.data());
  const std::vector<int> lines = line.download();
  REQUIRE(emulator::findings().size() == 1);
  CHECK(divergent_barriers() == 1);
  const std::string finding = emulator::findings()[0];
  INFO(finding);
  for (const std::string& part : parts) {
    const std::string expected = fmt::format(fmt::runtime(part), lines[0], lines[1]);
    INFO("expected: " << expected);
    CHECK(finding.find(expected) != std::string::npos);
  }
  CHECK(finding.find('\n') == std::string::npos);

  emulator::forget_findings();
  check_rotation(dim3(20), dim3(128), 3);
  CHECK(emulator::findings().empty());
  CHECK(divergent_barriers() == 0);
}

}  // namespace

TEST_CASE("shared memory belongs to one block") {
  constexpr int kBlocks = 300;
  DeviceBuffer<int> counts(kBlocks);
  gemm::launch(keep_shared, kBlocks, kSharedThreads, 0, nullptr, counts.data());
  CHECK(counts.download() == std::vector<int>(kBlocks, 2 * kSharedThreads));
}

TEST_CASE("barriers order writes and reads over many rounds") {
  for (const int rounds : {0, 1, 2, 7, 50}) {
    check_rotation(dim3(1), dim3(2), rounds);
    check_rotation(dim3(3), dim3(33), rounds);
    check_rotation(dim3(2, 2, 2), dim3(4, 5, 6), rounds);
    check_rotation(dim3(2), dim3(1024), rounds);
  }
}

TEST_CASE("blocks spread over cores give the same result every time") {
  constexpr int kBlocks = 200, kThreads = 256;
  std::vector<int> in(kBlocks * kThreads), expected(kBlocks, 0);
  for (int i = 0; i < kBlocks * kThreads; ++i) {
    in[i] = i * 7919 % 10007;
    expected[i / kThreads] += in[i];
  }
  const DeviceBuffer<int> device(in);
  for (int repetition = 0; repetition < 20; ++repetition) {
    DeviceBuffer<int> sums(kBlocks);
    gemm::launch(sum_block, kBlocks, kThreads, 0, nullptr, device.data(), sums.data());
    REQUIRE(sums.download() == expected);
  }
}

TEST_CASE("blocks of changing size follow one another") {
  for (const unsigned n : {1024u, 1u, 64u, 1000u, 31u}) check_rotation(dim3(5), dim3(n), 4);
}

TEST_CASE("threads that return before a barrier are reported") {
  check_finding(
      [](int* line) { gemm::launch(return_early, dim3(3, 2), dim3(32, 2), 0, nullptr, 4u, line); },
      {"return_early", "emulator/kernels.cu:{0}", "block (1, 1, 0)", "threads 0–31 wait at",
       "threads 32–63 have finished"});
}

TEST_CASE("a barrier in one branch is reported") {
  check_finding(
      [](int* line) {
        gemm::launch(barrier_in_one_branch, dim3(1, 1, 3), dim3(64), 0, nullptr, 2u, line);
      },
      {"barrier_in_one_branch", "emulator/kernels.cu:{0}", "block (0, 0, 2)",
       "threads 0–7, 32–39 wait at", "threads 8–31, 40–63 have finished"});
}

TEST_CASE("two barriers in two branches are reported") {
  check_finding(
      [](int* line) { gemm::launch(two_barriers, dim3(2), dim3(96), 0, nullptr, 1u, line); },
      {"two_barriers", "block (1, 0, 0)", "threads 0–39 wait at emulator/kernels.cu:{0}",
       "threads 40–95 wait at emulator/kernels.cu:{1}"});
}

TEST_CASE("one thread that waits once more is reported") {
  check_finding(
      [](int* line) { gemm::launch(one_round_more, dim3(9), dim3(40), 0, nullptr, 8u, line); },
      {"one_round_more", "emulator/kernels.cu:{0}", "block (8, 0, 0)", "threads 5 wait at",
       "threads 0–4, 6–39 have finished"});
}

TEST_CASE("a lane that does not come to a shuffle is reported") {
  check_finding(
      [](int* line) { gemm::launch(lane_missing_in_shuffle, dim3(1), dim3(32), 0, nullptr, line); },
      {"lane_missing_in_shuffle", "emulator/kernels.cu:{0}", "block (0, 0, 0)",
       "threads 0–6, 8–31 wait at", "threads 7 have finished"});
}

TEST_CASE("kernels whose threads all come leave no finding") {
  emulator::forget_findings();
  DeviceBuffer<int> line(2);
  const unsigned none = 1000;
  gemm::launch(return_early, dim3(5), dim3(64), 0, nullptr, none, line.data());
  gemm::launch(barrier_in_one_branch, dim3(5), dim3(64), 0, nullptr, none, line.data());
  gemm::launch(two_barriers, dim3(5), dim3(64), 0, nullptr, none, line.data());
  gemm::launch(one_round_more, dim3(5), dim3(64), 0, nullptr, none, line.data());
  CHECK(emulator::findings().empty());
}

TEST_CASE("faults in launch after launch are all kept") {
  emulator::forget_findings();
  DeviceBuffer<int> line(2);
  for (int round = 0; round < 50; ++round)
    gemm::launch(return_early, dim3(1), dim3(256), 0, nullptr, 0u, line.data());
  CHECK(emulator::findings().size() == 50);
  emulator::forget_findings();
}
