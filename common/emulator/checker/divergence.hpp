#pragma once
#include <cuda_runtime.h>

#include <string>
#include <vector>

namespace emulator {

// A thread of a block in which nobody can go on: it has finished, or it waits at `place`.
struct WaitingThread {
  unsigned rank;
  bool finished;
  Place place;
};

bool same_place(const Place& a, const Place& b);

// The finding in words: who waits where, and who will never come. `threads` is in order of rank.
std::string describe_divergence(uint3 block_index, const std::vector<WaitingThread>& threads);

}  // namespace emulator
