#include "common/emulator/checker/async_copies.hpp"

#include <utility>

namespace emulator {

void CopyGroups::commit() {
  committed_.push_back(std::move(open_));
  open_.clear();
}

AsyncCopies CopyGroups::wait(size_t pending) {
  AsyncCopies arrived;
  for (; committed_.size() > pending; committed_.pop_front())
    arrived.insert(arrived.end(), committed_.front().begin(), committed_.front().end());
  return arrived;
}

AsyncCopies CopyGroups::take_all() {
  commit();
  return wait(0);
}

}  // namespace emulator
