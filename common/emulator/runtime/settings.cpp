#include "common/emulator/runtime/settings.hpp"

namespace emulator {

Settings& settings() {
  static Settings instance;
  return instance;
}

}  // namespace emulator
