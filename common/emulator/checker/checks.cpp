#include "common/emulator/checker/checks.hpp"

#include <cuda_runtime.h>

#include "common/emulator/checker/device_arena.hpp"
#include "common/emulator/hooks/context.hpp"
#include "common/emulator/hooks/observe.hpp"
#include "common/emulator/runtime/block.hpp"
#include "common/emulator/source/program.hpp"

namespace emulator {

__thread HookContext hook_context = {0,       UINTPTR_MAX, 0,       0,       0,    0,
                                     nullptr, {},          nullptr, nullptr, false};

void ignore_accesses() {
  hook_context.private_first = 0;
  hook_context.private_bytes = UINTPTR_MAX;
}

void pause_lane() { current_block()->pause(); }

void check_device_access(uintptr_t address, unsigned bytes, bool store, uintptr_t site) {
  BlockRunner& block = *current_block();
  if (!block.checker().device_access(address, bytes, store, site, block.rank())) block.stop();
}

void check_shared_access(uintptr_t address, unsigned bytes, bool store, uintptr_t site) {
  BlockRunner& block = *current_block();
  if (!block.checker().shared_access(address, bytes, store, site, block.rank())) block.stop();
}

bool check_other_access(uintptr_t address, unsigned bytes, bool store, uintptr_t site) {
  BlockRunner& block = *current_block();
  if (block.open_shared(address)) return true;
  if (!store && block.is_parameter(address, bytes)) return false;
  if (is_static_memory(address)) return false;
  block.checker().other_access(address, bytes, store, site, block.rank());
  block.stop();
}

void check_atomic(uintptr_t address, unsigned bytes, uintptr_t site) {
  if (address - hook_context.private_first < hook_context.private_bytes ||
      address - hook_context.built_in_first < hook_context.built_in_bytes)
    return;
  if (is_static_memory(address)) return;
  BlockRunner& block = *current_block();
  block.open_shared(address);
  if (!block.checker().atomic_access(address, bytes, site, block.rank())) block.stop();
}

}  // namespace emulator
