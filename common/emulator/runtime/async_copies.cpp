#include "common/emulator/runtime/async_copies.hpp"

#include <cstring>
#include <utility>

namespace emulator {
namespace {

void perform(const std::vector<AsyncCopy>& copies) {
  for (const AsyncCopy& copy : copies) std::memcpy(copy.to, copy.from, copy.bytes);
}

}  // namespace

void CopyGroups::commit() {
  committed_.push_back(std::move(open_));
  open_.clear();
}

void CopyGroups::wait(size_t pending) {
  for (; committed_.size() > pending; committed_.pop_front()) perform(committed_.front());
}

void CopyGroups::clear() {
  open_.clear();
  committed_.clear();
}

void BarrierCopies::arrive(const void* barrier) {
  std::vector<AsyncCopy>& copies = by_barrier_[barrier];
  perform(copies);
  copies.clear();
}

}  // namespace emulator
