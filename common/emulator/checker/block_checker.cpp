#include "common/emulator/checker/block_checker.hpp"

#include <algorithm>

#include "common/emulator/checker/block_checker_report.hpp"

namespace emulator {

void BlockChecker::start_launch(const KernelInfo& kernel, const Call& call,
                                size_t dynamic_shared_bytes) {
  call_ = &call;
  segment_ = thread_local_segment();
  if (kernel_ == &kernel && dynamic_shared_bytes_ == dynamic_shared_bytes) return;
  kernel_ = &kernel;
  dynamic_shared_bytes_ = dynamic_shared_bytes;
  shared_ = shared_objects(kernel, dynamic_shared_bytes);
  shared_is_open_ = false;
}

bool BlockChecker::open_shared(uintptr_t address) {
  if (shared_is_open_ || address - segment_.first >= segment_.bytes) return false;
  shared_is_open_ = true;
  words_.clear();
  if (shared_.empty()) return false;
  uintptr_t end = 0;
  shared_first_ = (segment_.first + shared_.front().offset) / 16 * 16;
  for (const auto& object : shared_)
    end = std::max(end, segment_.first + object.offset + object.bytes);
  SharedWord outside{};
  outside.closed = kOutside;
  words_.assign((end - shared_first_ + kWordBytes - 1) / kWordBytes, outside);
  for (const auto& object : shared_) {
    const size_t first = segment_.first + object.offset - shared_first_;
    for (size_t word = first / kWordBytes; word * kWordBytes < first + object.bytes; ++word)
      words_[word].closed = kOpen;
  }
  return true;
}

void BlockChecker::start_block(unsigned threads) {
  if (order_.exhausted()) {
    order_.restart();
    for (SharedWord& word : words_) {
      const uint8_t closed = word.closed;
      word = {};
      word.closed = closed;
    }
  }
  order_.start_block(threads);
}

void BlockChecker::end_block(uint64_t block, uint3 block_index) {
  findings_.deliver(block, block_index);
}

void BlockChecker::divergence(const std::string& text) {
  Finding finding;
  finding.kind = FindingKind::divergent_barrier;
  finding.text = text;
  if (findings_.is_new(finding.kind, 0, 0)) findings_.add(finding);
}

void BlockChecker::stopped(uintptr_t site, unsigned thread, const char* what) {
  report(FindingKind::stopped, site, thread, [&] { return std::string(what); });
}

void BlockChecker::barrier_misused(FindingKind kind, uintptr_t site, unsigned thread,
                                   const std::string& what) {
  report(kind, site, thread, [&] { return what; });
}

}  // namespace emulator
