#pragma once
#include <cstdint>
#include <vector>

#include "common/emulator/checker/shared_shadow.hpp"

namespace emulator {

// What a thread knows of each other: the last of its epochs that happened before.
using Knowledge = std::vector<Epoch>;

// Which accesses of a block's threads happened before which, as CUDA's synchronisation orders them:
// vector clocks (Flanagan and Freund, FastTrack, PLDI 2009), with one common floor that barriers of
// the whole block raise.
class HappensBefore {
 public:
  // A new block: nothing of what came before concerns it.
  void start_block(unsigned threads);
  // All threads meet.
  void meet_all();
  // The lanes in `mask` of the warp that begins at `first` meet.
  void meet(unsigned first, uint32_t mask);
  // `knowledge` learns what `rank` has done, or `rank` learns what is in `knowledge`.
  void release(unsigned rank, Knowledge& knowledge);
  void acquire(unsigned rank, const Knowledge& knowledge);

  // Whether what `other` did in `epoch` happened before what `rank` does now.
  bool before(unsigned other, Epoch epoch, unsigned rank) const {
    return epoch <= settled_ || other == rank ||
           (!known_.empty() && epoch <= known_[rank * threads_ + other]);
  }
  ThreadEpochs epochs(unsigned rank) const {
    return {now_[rank], settled_, block_start_, settled_ + 1 - block_start_, rank};
  }
  // Epochs have been used up: everything that holds some must be cleared before the next block.
  bool exhausted() const { return clock_ > 0x80000000u; }
  void restart() { *this = HappensBefore(); }

 private:
  Epoch* row(unsigned rank);

  unsigned threads_ = 0;
  Epoch clock_ = 0, settled_ = 0, block_start_ = 0;
  std::vector<Epoch> now_;
  std::vector<Epoch> known_;  // a row per thread, made when first needed
  bool wide_ = false;         // threads of different warps may know each other
};

}  // namespace emulator
