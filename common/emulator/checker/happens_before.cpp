#include "common/emulator/checker/happens_before.hpp"

#include <algorithm>

namespace emulator {

void HappensBefore::start_block(unsigned threads) {
  if (threads != threads_) known_.clear();
  threads_ = threads;
  now_.resize(threads);
  meet_all();
  block_start_ = clock_;
}

void HappensBefore::meet_all() {
  settled_ = clock_++;
  std::fill(now_.begin(), now_.end(), clock_);
  wide_ = false;
}

void HappensBefore::meet(unsigned first, uint32_t mask) {
  constexpr unsigned kLanes = 32;
  const unsigned begin = wide_ ? 0 : first;
  const unsigned end = wide_ ? threads_ : std::min(first + kLanes, threads_);
  Knowledge common(end - begin, 0);
  const auto is_there = [&](unsigned lane) { return mask >> lane & 1 && first + lane < threads_; };
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!is_there(lane)) continue;
    const Epoch* known = row(first + lane);
    for (unsigned i = begin; i < end; ++i)
      common[i - begin] = std::max(common[i - begin], known[i]);
    common[first + lane - begin] = now_[first + lane];
  }
  ++clock_;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!is_there(lane)) continue;
    std::copy(common.begin(), common.end(), row(first + lane) + begin);
    now_[first + lane] = clock_;
  }
}

void HappensBefore::release(unsigned rank, Knowledge& knowledge) {
  knowledge.resize(threads_, 0);
  const Epoch* known = row(rank);
  for (unsigned i = 0; i < threads_; ++i) knowledge[i] = std::max(knowledge[i], known[i]);
  knowledge[rank] = now_[rank];
  now_[rank] = ++clock_;
}

void HappensBefore::acquire(unsigned rank, const Knowledge& knowledge) {
  Epoch* known = row(rank);
  for (unsigned i = 0; i < knowledge.size(); ++i) known[i] = std::max(known[i], knowledge[i]);
  wide_ = true;
}

Epoch* HappensBefore::row(unsigned rank) {
  if (known_.empty()) known_.assign(size_t{threads_} * threads_, 0);
  return known_.data() + size_t{rank} * threads_;
}

}  // namespace emulator
