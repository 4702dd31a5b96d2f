#include "common/emulator/runtime/dynamic_shared.hpp"

alignas(128) thread_local char dynamic_shared[emulator::kMaxShared];
