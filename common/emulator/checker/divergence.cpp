#include "common/emulator/checker/divergence.hpp"

#include <fmt/format.h>

#include <cstring>
#include <string>

#include "common/emulator/source/program.hpp"

namespace emulator {
namespace {

bool belong_together(const WaitingThread& a, const WaitingThread& b) {
  return a.finished == b.finished && (a.finished || same_place(a.place, b.place));
}

// The ranks of `threads` that belong together with `first`: "0–15, 32–47".
std::string ranks_like(const WaitingThread& first, const std::vector<WaitingThread>& threads) {
  std::string text;
  for (size_t i = 0; i < threads.size(); ++i) {
    if (!belong_together(threads[i], first)) continue;
    size_t last = i;
    while (last + 1 < threads.size() && belong_together(threads[last + 1], first)) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", threads[i].rank);
    if (last > i) text += fmt::format("–{}", threads[last].rank);
    i = last;
  }
  return text;
}

}  // namespace

bool same_place(const Place& a, const Place& b) {
  return a.line == b.line && std::strcmp(a.file, b.file) == 0;
}

std::string describe_divergence(uint3 block_index, const std::vector<WaitingThread>& threads) {
  std::string waiting, finished;
  for (size_t i = 0; i < threads.size(); ++i) {
    const WaitingThread& thread = threads[i];
    bool told = false;
    for (size_t j = 0; j < i; ++j) told |= belong_together(threads[j], thread);
    if (told) continue;
    if (thread.finished) {
      finished = fmt::format("; threads {} have finished without it", ranks_like(thread, threads));
      continue;
    }
    waiting +=
        fmt::format("{}threads {} wait at {}:{}", waiting.empty() ? "" : ", ",
                    ranks_like(thread, threads), short_path(thread.place.file), thread.place.line);
  }
  return fmt::format("a barrier is not reached by all threads of block ({}, {}, {}): {}{}.",
                     block_index.x, block_index.y, block_index.z, waiting, finished);
}

}  // namespace emulator
