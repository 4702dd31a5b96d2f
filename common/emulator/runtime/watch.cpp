#include "common/emulator/runtime/watch.hpp"

#include <cstring>

namespace emulator {
namespace {

// Set between launches. While a word is watched, one CPU thread runs all blocks.
const void* watched = nullptr;
std::optional<Writer> writer;

}  // namespace

void watch(const void* word) {
  watched = word;
  writer.reset();
}

std::optional<Writer> last_writer() { return writer; }

bool is_watching() { return watched != nullptr; }

unsigned watched_word() {
  unsigned word = 0;
  if (watched != nullptr) std::memcpy(&word, watched, sizeof word);
  return word;
}

void note_writer(const Writer& who) { writer = who; }

}  // namespace emulator
