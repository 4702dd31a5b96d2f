#pragma once
#include <cuda_runtime.h>

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace emulator {

enum class FindingKind {
  out_of_bounds,
  misaligned,
  race,
  uninitialised,
  divergent_barrier,
  async_unwaited,
  stopped  // a loop without end, a crash
};
constexpr int kFindingKinds = 7;
using FindingCounts = std::array<uint64_t, kFindingKinds>;

// What a kernel did wrong at `site`, and the access or place that it clashes with, if any.
struct Finding {
  FindingKind kind{};
  uintptr_t site = 0, other_site = 0;
  unsigned thread = 0;
  std::string what;   // "reads 4 bytes …", put after the place and the thread
  std::string other;  // "written by thread 3", put before the other place
  std::string text;   // the whole sentence, where it is not made of the above
};

// The findings of one block while it runs. Of each pair of sites the first is kept, the rest are
// counted.
class BlockFindings {
 public:
  // Counts a finding; true if it is the first of its kind and sites and add() should follow.
  bool is_new(FindingKind kind, uintptr_t site, uintptr_t other_site);
  void add(Finding finding) { findings_.push_back(std::move(finding)); }
  bool empty() const { return findings_.empty(); }

  // Hands everything over to the launch's findings and starts anew.
  void deliver(uint64_t block, uint3 block_index);

 private:
  std::vector<Finding> findings_;
  FindingCounts counts_{};
  std::set<std::tuple<FindingKind, uintptr_t, uintptr_t>> seen_;
};

// Ends a launch: its findings join those of the program, in order of block and thread, as far as
// block `last`; blocks beyond it ran by chance.
void finish_findings(const std::string& kernel, uint64_t last);

// The findings of all launches since the program started or they were last forgotten.
FindingCounts finding_counts();
std::vector<std::string> findings();
void forget_findings();

}  // namespace emulator
