#pragma once
#include <cuda_runtime.h>

#include <optional>

namespace emulator {

// A thread of a grid.
struct Writer {
  uint3 block, thread;
};

// From now on, remembers which thread changes the four bytes at `word`; nullptr ends that.
void watch(const void* word);
std::optional<Writer> last_writer();

// For the scheduler: whether a word is watched, its bytes (0 without), and who changed them.
bool is_watching();
unsigned watched_word();
void note_writer(const Writer& writer);

}  // namespace emulator
