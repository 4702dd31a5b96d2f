#include "common/emulator/checker/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "common/emulator/source/debug_info.hpp"

namespace emulator {
namespace {

// The findings of one block of the launch in progress.
struct Delivery {
  uint64_t block;
  uint3 index;
  std::vector<Finding> findings;
  FindingCounts counts;
};

struct Collection {
  std::mutex mutex;
  std::vector<Delivery> launch;
  FindingCounts counts{};
  std::vector<std::string> texts;
  std::set<std::string> told;  // what findings that are told once are recognised by
};

Collection& collection() {
  static Collection& instance = *new Collection;
  return instance;
}

std::string place(uintptr_t site) {
  const SourceLine line = source_line(site);
  return line.file.empty() ? "an unknown line" : fmt::format("{}:{}", line.file, line.line);
}

std::string text_of(const Finding& finding, const std::string& kernel, uint3 block) {
  if (!finding.text.empty()) return fmt::format("{}: {}", kernel, finding.text);
  std::string text =
      fmt::format("{}: {}: thread {} of block ({}, {}, {}) {}", kernel, place(finding.site),
                  finding.thread, block.x, block.y, block.z, finding.what);
  if (!finding.other.empty()) text += ", " + finding.other;
  if (finding.other_site != 0) text += " at " + place(finding.other_site);
  return text + ".";
}

// Two findings with the same identity are told once. Lines, not sites: loops are unrolled.
std::string identity(const Finding& finding, const std::string& kernel) {
  std::string lines[2] = {place(finding.site), finding.other_site ? place(finding.other_site) : ""};
  std::sort(std::begin(lines), std::end(lines));
  return fmt::format("{} {} {} {}", static_cast<int>(finding.kind), kernel, lines[0], lines[1]);
}

}  // namespace

bool BlockFindings::is_new(FindingKind kind, uintptr_t site, uintptr_t other_site) {
  ++counts_[static_cast<int>(kind)];
  return seen_.emplace(kind, std::min(site, other_site), std::max(site, other_site)).second;
}

void BlockFindings::deliver(uint64_t block, uint3 block_index) {
  if (seen_.empty()) return;
  Collection& all = collection();
  std::lock_guard lock(all.mutex);
  all.launch.push_back({block, block_index, std::move(findings_), counts_});
  findings_.clear();
  counts_ = {};
  seen_.clear();
}

void finish_findings(const std::string& kernel, uint64_t last) {
  Collection& all = collection();
  std::lock_guard lock(all.mutex);
  std::sort(all.launch.begin(), all.launch.end(),
            [](const Delivery& a, const Delivery& b) { return a.block < b.block; });
  for (const Delivery& delivery : all.launch) {
    if (delivery.block > last) break;
    for (int kind = 0; kind < kFindingKinds; ++kind) all.counts[kind] += delivery.counts[kind];
    for (const Finding& finding : delivery.findings)
      if (!finding.text.empty() || all.told.insert(identity(finding, kernel)).second)
        all.texts.push_back(text_of(finding, kernel, delivery.index));
  }
  all.launch.clear();
}

FindingCounts finding_counts() {
  std::lock_guard lock(collection().mutex);
  return collection().counts;
}

std::vector<std::string> findings() {
  std::lock_guard lock(collection().mutex);
  return collection().texts;
}

void forget_findings() {
  Collection& all = collection();
  std::lock_guard lock(all.mutex);
  all.counts = {};
  all.texts.clear();
  all.told.clear();
}

}  // namespace emulator
