#include "common/emulator/runtime/settings.hpp"

#include <algorithm>
#include <cstdlib>

namespace emulator {

namespace {

Settings initial() {
  Settings settings;
  if (const char* seconds = std::getenv(kBlockSeconds))
    settings.block_seconds = std::max(1, std::atoi(seconds));
  return settings;
}

}  // namespace

Settings& settings() {
  static Settings instance = initial();
  return instance;
}

}  // namespace emulator
