// The checker: each fault is found, on its line, and the process goes on; what is right is not.
#include <fmt/format.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "common/device_buffer.hpp"
#include "common/emulator/checker/findings.hpp"
#include "common/emulator/runtime/settings.hpp"
#include "common/launch.cuh"
#include "tests/catch.hpp"
#include "tests/emulator/faulty_kernels.hpp"
#include "tests/emulator/source_markers.hpp"

using emulator::FindingKind;
using emulator::LaneOrder;
using gemm::DeviceBuffer;

namespace {

constexpr int N = kFaultyThreads;
constexpr LaneOrder kOrders[] = {LaneOrder::forward, LaneOrder::reverse, LaneOrder::random};

template <typename... Params, typename... Args>
void launch(void (*kernel)(Params...), Args... args) {
  gemm::launch(kernel, 1, N, 0, nullptr, args...);
}

void check_no_finding(const std::function<void()>& run) {
  for (const LaneOrder order : kOrders) {
    emulator::settings().lane_order = order;
    emulator::forget_findings();
    run();
    CHECK(emulator::findings() == std::vector<std::string>());
  }
  emulator::settings().lane_order = LaneOrder::forward;
}

std::string expand(const std::string& part) {
  return part[0] == '@' ? marked_place("emulator/faulty_kernels.cu", part.substr(1)) : part;
}

// Runs a kernel in each lane order. Exactly one finding must remain, of `kind`, with each of the
// parts; "@name" stands for the place of that marker. Where the same fault may also show as one of
// `too`, there may be more.
void check_finding(FindingKind kind, const std::vector<std::string>& parts,
                   const std::function<void()>& run, const std::set<FindingKind>& too = {}) {
  for (const LaneOrder order : kOrders) {
    emulator::settings().lane_order = order;
    emulator::forget_findings();
    run();
    const std::vector<std::string> findings = emulator::findings();
    INFO(fmt::format("lane order {}: {}", static_cast<int>(order), fmt::join(findings, "\n")));
    CHECK(findings.size() >= 1);
    CHECK(findings.size() <= 1 + too.size());
    const emulator::FindingCounts counts = emulator::finding_counts();
    for (int other = 0; other < emulator::kFindingKinds; ++other)
      if (too.count(static_cast<FindingKind>(other)) == 0)
        CHECK((counts[other] > 0) == (other == static_cast<int>(kind)));
    bool complete = false;
    for (const std::string& finding : findings) {
      bool all = true;
      for (const std::string& part : parts)
        all = all && finding.find(expand(part)) != std::string::npos;
      complete = complete || all;
    }
    INFO("expected: " << fmt::format("{}", fmt::join(parts, "; ")));
    CHECK(complete);
  }
  emulator::settings().lane_order = LaneOrder::forward;

  DeviceBuffer<float> out(N);
  check_no_finding([&] { launch(fine, out.data()); });
  CHECK(out.download() == std::vector<float>(N, 1));
}

// Operands of most kernels: all ones, and somewhere to write to.
struct Buffers {
  DeviceBuffer<float> in{std::vector<float>(4 * N, 1)};
  DeviceBuffer<float> out{std::vector<float>(4 * N, 0)};
};

}  // namespace

TEST_CASE("reads and writes outside of an allocation are found") {
  Buffers b;
  const int n = 4 * N;
  check_finding(FindingKind::out_of_bounds,
                {"read_past_end", "@read past end", "thread 127", "block (0, 0, 0)",
                 "reads 4 bytes at in[512], 0 bytes past the end", "2048"},
                [&] { launch(read_past_end, b.in.data(), b.out.data(), n); });
  check_finding(FindingKind::out_of_bounds,
                {"write_past_end", "@write past end", "thread 127", "writes 4 bytes"},
                [&] { launch(write_past_end, b.out.data(), n); });
  check_finding(FindingKind::out_of_bounds, {"@read before start", "thread 0"},
                [&] { launch(read_before_start, b.in.data(), b.out.data()); });
  check_finding(FindingKind::out_of_bounds, {"@read far away"},
                [&] { launch(read_far_away, b.in.data(), b.out.data()); });
}

TEST_CASE("an allocation that was freed is none") {
  Buffers b;
  const float* freed = DeviceBuffer<float>(std::vector<float>(4 * N, 1)).data();
  check_finding(FindingKind::out_of_bounds, {"@read pointer", "thread 70"},
                [&] { launch(read_pointer, freed, b.out.data()); });
}

TEST_CASE("host pointers and null pointers are found before they are used") {
  Buffers b;
  std::vector<float> on_heap(N, 1);
  float on_stack = 1;
  for (float* pointer : {on_heap.data(), &on_stack}) {
    check_finding(FindingKind::out_of_bounds,
                  {"@read pointer", "thread 70", ": pointer is a host pointer"},
                  [&] { launch(read_pointer, pointer, b.out.data()); });
    check_finding(FindingKind::out_of_bounds,
                  {"@write pointer", "thread 70", ": pointer is a host pointer"},
                  [&] { launch(write_pointer, pointer); });
  }
  CHECK(on_heap[0] == 1);
  check_finding(FindingKind::out_of_bounds, {"@write pointer", "null pointer"},
                [&] { launch(write_pointer, static_cast<float*>(nullptr)); });
  check_finding(FindingKind::out_of_bounds, {"@write far behind", ": pointer is a null pointer"},
                [&] { launch(write_far_behind, static_cast<float*>(nullptr), size_t{5000}); });
  check_finding(FindingKind::out_of_bounds, {"@write far behind", "an index far too large"},
                [&] { launch(write_far_behind, b.out.data(), size_t{1} << 50); });
}

TEST_CASE("vector accesses off their alignment are found") {
  Buffers b;
  check_finding(FindingKind::misaligned, {"@misaligned", "16"},
                [&] { launch(read_misaligned, b.in.data(), b.out.data()); });
  check_finding(FindingKind::misaligned, {"@shared misaligned", "values", "8"},
                [&] { launch(shared_misaligned, b.out.data()); });
}

TEST_CASE("reads of memory that nobody has written are found") {
  Buffers b;
  check_finding(FindingKind::uninitialised, {"@uninitialised", "allocation of 512"}, [&] {
    const DeviceBuffer<float> fresh(N);
    launch(copy_uninitialised, fresh.data(), b.out.data());
  });
  check_finding(FindingKind::uninitialised, {"@shared uninitialised", "thread 5 ", "values[5]"},
                [&] { launch(shared_uninitialised, b.out.data()); });
  check_finding(FindingKind::uninitialised, {"@member", "block.As[3][5]"},
                [&] { launch(member_uninitialised<8>, b.out.data()); });
}

TEST_CASE(
    "memory counts as written after a copy, a memset or a kernel, and not after a copy of none") {
  Buffers b;
  DeviceBuffer<float> set(N), copied(N), written(N), unwritten(N), copy_of_unwritten(N);
  set.fill_bytes(0);
  copied.copy_from(set);
  launch(fine, written.data());
  copy_of_unwritten.copy_from(unwritten);
  check_no_finding([&] {
    for (const auto* each : {&set, &copied, &written})
      launch(copy_uninitialised, each->data(), b.out.data());
  });
  check_finding(FindingKind::uninitialised, {"@uninitialised"},
                [&] { launch(copy_uninitialised, copy_of_unwritten.data(), b.out.data()); });
}

TEST_CASE("accesses outside of shared objects are found") {
  Buffers b;
  check_finding(FindingKind::out_of_bounds, {"@shared past end", "thread 127", "past the end"},
                [&] { launch(shared_past_end, b.out.data()); });
  check_finding(FindingKind::out_of_bounds, {"@shared before start", "thread 0"},
                [&] { launch(shared_before_start, b.out.data()); });
  for (const auto kernel :
       {shared_of_sibling<1024>, shared_of_sibling<1152>, shared_of_sibling<1280>})
    check_finding(FindingKind::out_of_bounds, {"shared_of_sibling", "@sibling", "thread 0"},
                  [&] { launch(kernel, b.out.data()); });
}

TEST_CASE("another thread's local memory is found") {
  Buffers b;
  check_finding(FindingKind::out_of_bounds, {"@local"},
                [&] { launch(local_of_other_thread, b.out.data()); });
}

TEST_CASE("races in shared memory are found, lanes of one warp included") {
  Buffers b;
  check_finding(FindingKind::race, {"@race in warp: write", "@race in warp: read", "values"},
                [&] { launch(no_barrier_in_warp, b.out.data()); });
  check_finding(FindingKind::race, {"@race across warps: second write", "@race across warps: read"},
                [&] { launch(no_barrier_across_warps, b.out.data()); });
  check_finding(FindingKind::race, {"@second barrier: write", "@second barrier: read"},
                [&] { launch(no_second_barrier, b.out.data()); });
  check_finding(FindingKind::race, {"@all write one", "written by thread"},
                [&] { launch(all_write_one, b.out.data()); });
  check_finding(FindingKind::race, {"@warp barrier: write", "@warp barrier: read"},
                [&] { launch(warp_barrier_across_warps, b.out.data()); },
                {FindingKind::uninitialised});
}

TEST_CASE("what is ordered by warps, atomics or bytes is no race") {
  Buffers b;
  DeviceBuffer<char> bytes(N);
  DeviceBuffer<int> ints(N);
  check_no_finding([&] {
    launch(bytes_of_one_word, bytes.data());
    launch(warp_shuffle_order, b.out.data());
    launch(atomics_on_shared, ints.data());
  });
  CHECK(ints.download() == std::vector<int>(N, N));
}

TEST_CASE("faults of asynchronous copies are found") {
  Buffers b;
  const auto run = [&](AsyncFault fault) {
    return [&b, fault] { launch(copy_tile, b.in.data(), b.out.data(), fault); };
  };
  check_no_finding(run(AsyncFault::none));
  const FindingKind unwaited = FindingKind::async_unwaited;
  check_finding(unwaited, {"@async: read", "@async: copy"}, run(AsyncFault::no_wait));
  check_finding(unwaited, {"@async: read", "@async: copy"}, run(AsyncFault::too_few),
                {FindingKind::race});
  check_finding(unwaited, {"@async: overwrite", "@async: copy"}, run(AsyncFault::overwritten));
  check_finding(unwaited, {"@async: second copy", "@async: copy"}, run(AsyncFault::copied_twice));
  check_finding(unwaited, {"@async: copy", "never waits"}, run(AsyncFault::forgotten));
  check_finding(FindingKind::race, {"@async: read", "@async: copy"}, run(AsyncFault::no_barrier),
                {unwaited, FindingKind::uninitialised});
  check_finding(FindingKind::race, {"@async: copy", "@async: earlier read"},
                run(AsyncFault::still_read));
  check_finding(FindingKind::misaligned, {"@async: copy"}, run(AsyncFault::misaligned));
  check_finding(FindingKind::out_of_bounds, {"@async: copy", "thread 127"},
                run(AsyncFault::source_past_end));
  check_finding(FindingKind::out_of_bounds, {"@async: copy", "thread 127", "tile"},
                run(AsyncFault::target_past_end));
}

TEST_CASE("faults of barriers in shared memory are found") {
  Buffers b;
  const auto run = [&](BarrierFault fault) {
    return [&b, fault] { launch(copy_tile_with_barrier, b.in.data(), b.out.data(), fault); };
  };
  check_no_finding(run(BarrierFault::none));
  check_finding(FindingKind::uninitialised, {"copy_tile_with_barrier", "barrier"},
                run(BarrierFault::not_initialised));
}

TEST_CASE("a thread that does not end is stopped") {
  Buffers b;
  emulator::settings().block_seconds = 1;
  check_finding(FindingKind::stopped, {"@compute forever", "endless loop"},
                [&] { launch(compute_forever, b.in.data(), b.out.data()); });
  check_finding(FindingKind::stopped, {"@spin forever", "endless loop"},
                [&] { launch(spin_forever, b.out.data()); });
  check_finding(FindingKind::stopped, {"meet_forever", "endless loop"},
                [&] { launch(meet_forever, b.out.data()); });
  emulator::settings().block_seconds = 30;
}

TEST_CASE("a thread that crashes is stopped") {
  DeviceBuffer<int> out(N);
  check_finding(FindingKind::stopped, {"@divide", "divides by zero"},
                [&] { launch(divide_by_zero, 0, out.data()); });
  check_finding(FindingKind::stopped, {"recurse_forever", "stack"},
                [&] { launch(recurse_forever, out.data()); });
}

TEST_CASE("a thread that leaves its local arrays spoils nothing but its own result") {
  DeviceBuffer<float> out(N);
  check_finding(FindingKind::stopped, {"@leave local array", "outside of a local array"},
                [&] { launch(leave_local_array, 100000, out.data()); });
  emulator::forget_findings();
  for (const int by : {100, 300, 400}) launch(leave_local_array, by, out.data());
  check_no_finding([&] { launch(leave_local_array, 0, out.data()); });
  CHECK(out.download() == std::vector<float>(N, 2));
}
