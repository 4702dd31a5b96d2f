#include "common/emulator/runtime/divergence.hpp"

#include <fmt/format.h>

#include <cstring>
#include <string>
#include <string_view>

#include "common/emulator/runtime/findings.hpp"

namespace emulator {
namespace {

// The folder and the name of a path: "03_smem/kernel.cuh".
std::string short_path(std::string_view path) {
  const size_t name = path.rfind('/');
  if (name == std::string_view::npos || name == 0) return std::string(path);
  const size_t folder = path.rfind('/', name - 1);
  return std::string(path.substr(folder == std::string_view::npos ? 0 : folder + 1));
}

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

void report_divergence(uint3 block_index, const std::vector<WaitingThread>& threads) {
  std::string waiting, finished, kernel;
  for (size_t i = 0; i < threads.size(); ++i) {
    const WaitingThread& thread = threads[i];
    bool told = false;
    for (size_t j = 0; j < i; ++j) told |= belong_together(threads[j], thread);
    if (told) continue;
    if (thread.finished) {
      finished = fmt::format("; threads {} have finished without it", ranks_like(thread, threads));
      continue;
    }
    if (kernel.empty()) kernel = thread.place.function;
    waiting +=
        fmt::format("{}threads {} wait at {}:{}", waiting.empty() ? "" : ", ",
                    ranks_like(thread, threads), short_path(thread.place.file), thread.place.line);
  }
  report_divergent_barrier(
      fmt::format("{}: a barrier is not reached by all threads of block ({}, {}, {}): {}{}.",
                  kernel, block_index.x, block_index.y, block_index.z, waiting, finished));
}

}  // namespace emulator
