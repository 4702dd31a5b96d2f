// The functions that compilers call at each memory access of code built with -fsanitize=thread.
// Their own runtime library is not linked: these take its place. Names and meaning: LLVM's
// compiler-rt/lib/tsan/rtl/tsan_interface.h and tsan_interface_atomic.h.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "common/emulator/hooks/observe.hpp"

namespace {

// An access of any length: as one if it has the width of an instruction, else in words.
template <bool STORE>
void observe_range(const char* address, size_t bytes, uintptr_t site) {
  switch (bytes) {
    case 1:
      return emulator::observe<1, STORE>(address, site);
    case 2:
      return emulator::observe<2, STORE>(address, site);
    case 4:
      return emulator::observe<4, STORE>(address, site);
    case 8:
      return emulator::observe<8, STORE>(address, site);
    case 16:
      return emulator::observe<16, STORE>(address, site);
  }
  for (size_t i = 0; i < bytes; ++i) {
    if (bytes % 4 != 0 || reinterpret_cast<uintptr_t>(address) % 4 != 0) {
      emulator::observe<1, STORE>(address + i, site);
    } else if (i % 4 == 0) {
      emulator::observe<4, STORE>(address + i, site);
    }
  }
}

}  // namespace

#define SITE reinterpret_cast<uintptr_t>(__builtin_return_address(0))

extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}

#define EMULATOR_ACCESS(BYTES)                                                               \
  void __tsan_read##BYTES(void* address) { emulator::observe<BYTES, false>(address, SITE); } \
  void __tsan_write##BYTES(void* address) { emulator::observe<BYTES, true>(address, SITE); } \
  void __tsan_unaligned_read##BYTES(void* address) {                                         \
    emulator::observe<BYTES, false>(address, SITE);                                          \
  }                                                                                          \
  void __tsan_unaligned_write##BYTES(void* address) {                                        \
    emulator::observe<BYTES, true>(address, SITE);                                           \
  }                                                                                          \
  void __tsan_read_write##BYTES(void* address) {                                             \
    emulator::observe<BYTES, false>(address, SITE);                                          \
    emulator::observe<BYTES, true>(address, SITE);                                           \
  }                                                                                          \
  void __tsan_unaligned_read_write##BYTES(void* address) {                                   \
    emulator::observe<BYTES, false>(address, SITE);                                          \
    emulator::observe<BYTES, true>(address, SITE);                                           \
  }
EMULATOR_ACCESS(1)
EMULATOR_ACCESS(2)
EMULATOR_ACCESS(4)
EMULATOR_ACCESS(8)
EMULATOR_ACCESS(16)

void __tsan_read_range(void* address, size_t bytes) {
  observe_range<false>(static_cast<char*>(address), bytes, SITE);
}
void __tsan_write_range(void* address, size_t bytes) {
  observe_range<true>(static_cast<char*>(address), bytes, SITE);
}
void __tsan_vptr_update(void** address, void*) { emulator::observe<8, true>(address, SITE); }
void __tsan_vptr_read(void** address) { emulator::observe<8, false>(address, SITE); }

void* __tsan_memcpy(void* to, const void* from, size_t bytes) {
  observe_range<false>(static_cast<const char*>(from), bytes, SITE);
  observe_range<true>(static_cast<char*>(to), bytes, SITE);
  return std::memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, size_t bytes) {
  observe_range<false>(static_cast<const char*>(from), bytes, SITE);
  observe_range<true>(static_cast<char*>(to), bytes, SITE);
  return std::memmove(to, from, bytes);
}
void* __tsan_memset(void* to, int value, size_t bytes) {
  observe_range<true>(static_cast<char*>(to), bytes, SITE);
  return std::memset(to, value, bytes);
}

}  // extern "C"
