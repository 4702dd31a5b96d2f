#pragma once
// What the hooks leave to be looked at closely. Accesses are checked before they happen: one that
// would leave its memory is reported and ends the block.
#include <cstddef>
#include <cstdint>

extern "C" const char __executable_start;  // set by the linker

namespace emulator {

void check_device_access(uintptr_t address, unsigned bytes, bool store, uintptr_t site);
void check_shared_access(uintptr_t address, unsigned bytes, bool store, uintptr_t site);

// An access to neither device memory, nor the kernel's shared objects, nor the thread's stack. True
// if it was one after all and should be observed again.
bool check_other_access(uintptr_t address, unsigned bytes, bool store, uintptr_t site);

void check_atomic(uintptr_t address, unsigned bytes, uintptr_t site);

// A site in 32 bits, for shadows: its distance from the program's start.
inline uint32_t short_form(uintptr_t site) {
  return static_cast<uint32_t>(site - reinterpret_cast<uintptr_t>(&__executable_start));
}
inline uintptr_t long_form(uint32_t site) {
  return reinterpret_cast<uintptr_t>(&__executable_start) + site;
}

}  // namespace emulator
