#include "common/emulator/runtime/findings.hpp"

#include <mutex>

namespace emulator {
namespace {

struct Collection {
  std::mutex mutex;
  int divergent_barriers = 0;
  std::vector<std::string> texts;
};

Collection& collection() {
  static Collection instance;
  return instance;
}

}  // namespace

void report_divergent_barrier(const std::string& text) {
  Collection& all = collection();
  std::lock_guard lock(all.mutex);
  ++all.divergent_barriers;
  all.texts.push_back(text);
}

int divergent_barriers() {
  std::lock_guard lock(collection().mutex);
  return collection().divergent_barriers;
}

std::vector<std::string> findings() {
  std::lock_guard lock(collection().mutex);
  return collection().texts;
}

void forget_findings() {
  Collection& all = collection();
  std::lock_guard lock(all.mutex);
  all.divergent_barriers = 0;
  all.texts.clear();
}

}  // namespace emulator
