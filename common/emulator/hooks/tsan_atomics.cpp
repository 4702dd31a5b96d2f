// Atomic operations of code built with -fsanitize=thread: the compiler leaves even the operation
// to these functions. They are checked for their place in memory, not for races, and not counted.
// Memory orders are all taken as sequentially consistent.
#include <cstdint>

#include "common/emulator/checker/checks.hpp"

#define SITE reinterpret_cast<uintptr_t>(__builtin_return_address(0))

namespace {

template <typename T>
void check(const volatile T* address, uintptr_t site) {
  emulator::check_atomic(reinterpret_cast<uintptr_t>(address), sizeof(T), site);
}

}  // namespace

#define EMULATOR_FETCH(BITS, T, NAME, OPERATION)                      \
  T __tsan_atomic##BITS##_##NAME(volatile T* address, T value, int) { \
    check(address, SITE);                                             \
    return OPERATION(address, value, __ATOMIC_SEQ_CST);               \
  }

#define EMULATOR_ATOMICS(BITS, T)                                                                 \
  T __tsan_atomic##BITS##_load(const volatile T* address, int) {                                  \
    check(address, SITE);                                                                         \
    return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                            \
  }                                                                                               \
  void __tsan_atomic##BITS##_store(volatile T* address, T value, int) {                           \
    check(address, SITE);                                                                         \
    __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                           \
  }                                                                                               \
  EMULATOR_FETCH(BITS, T, exchange, __atomic_exchange_n)                                          \
  EMULATOR_FETCH(BITS, T, fetch_add, __atomic_fetch_add)                                          \
  EMULATOR_FETCH(BITS, T, fetch_sub, __atomic_fetch_sub)                                          \
  EMULATOR_FETCH(BITS, T, fetch_and, __atomic_fetch_and)                                          \
  EMULATOR_FETCH(BITS, T, fetch_or, __atomic_fetch_or)                                            \
  EMULATOR_FETCH(BITS, T, fetch_xor, __atomic_fetch_xor)                                          \
  EMULATOR_FETCH(BITS, T, fetch_nand, __atomic_fetch_nand)                                        \
  int __tsan_atomic##BITS##_compare_exchange_strong(volatile T* address, T* expected, T value,    \
                                                    int, int) {                                   \
    check(address, SITE);                                                                         \
    return __atomic_compare_exchange_n(address, expected, value, false, __ATOMIC_SEQ_CST,         \
                                       __ATOMIC_SEQ_CST);                                         \
  }                                                                                               \
  int __tsan_atomic##BITS##_compare_exchange_weak(volatile T* address, T* expected, T value, int, \
                                                  int) {                                          \
    check(address, SITE);                                                                         \
    return __atomic_compare_exchange_n(address, expected, value, false, __ATOMIC_SEQ_CST,         \
                                       __ATOMIC_SEQ_CST);                                         \
  }                                                                                               \
  T __tsan_atomic##BITS##_compare_exchange_val(volatile T* address, T expected, T value, int,     \
                                               int) {                                             \
    check(address, SITE);                                                                         \
    __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_SEQ_CST,               \
                                __ATOMIC_SEQ_CST);                                                \
    return expected;                                                                              \
  }

extern "C" {

EMULATOR_ATOMICS(8, uint8_t)
EMULATOR_ATOMICS(16, uint16_t)
EMULATOR_ATOMICS(32, uint32_t)
EMULATOR_ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) {}

}  // extern "C"
