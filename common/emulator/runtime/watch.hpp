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

// For the scheduler: the watched bytes, 0 without; and who changed them.
unsigned watched_word();
void note_writer(const Writer& writer);

}  // namespace emulator
