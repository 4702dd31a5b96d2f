#pragma once
// What happens at each access that the compiler's hooks report: the path that is walked billions of
// times. Everything unusual is left to checker/checks.hpp.
#include "common/emulator/checker/checks.hpp"
#include "common/emulator/checker/device_arena.hpp"
#include "common/emulator/hooks/context.hpp"

namespace emulator {

// Gives the other lanes of the warp a turn.
void pause_lane();

inline void record(uintptr_t site, AccessKind kind, uintptr_t address) {
  *hook_context.next = Access(site, kind, address);
  if (++hook_context.next == hook_context.end) pause_lane();
}

// Whether all bytes are allocated and, for a load, written. A store to bytes never written before
// is not fine: they have to be marked.
template <unsigned BYTES>
bool device_access_is_fine(uintptr_t address) {
  const uint8_t* shadow = device_arena.shadow_of(address);
  if (address % BYTES != 0) return false;
  if constexpr (BYTES == 16) return *reinterpret_cast<const uint32_t*>(shadow) == 0xFFFFFFFF;
  if constexpr (BYTES == 8) return *reinterpret_cast<const uint16_t*>(shadow) == 0xFFFF;
  return *shadow == 0xFF;
}

// Whether the thread may read the word, as far as a glance tells; notes the read.
inline bool read_word(SharedWord& word, const ThreadEpochs& t, uint32_t site) {
  if (word.closed != kOpen) return false;
  const bool written = word.write_epoch - t.block_start < t.span ||
                       (word.writer == t.rank && word.write_epoch >= t.block_start);
  if (!written || (word.written & 0xF) != 0xF) return false;
  if (word.reader == t.rank || word.read_epoch <= t.settled) {
    word.reader = static_cast<uint16_t>(t.rank);
    word.read_epoch = t.now;
    word.read_site = site;
    return true;
  }
  const auto warp = [](uint32_t rank) { return rank / 32; };
  if (word.read2_epoch <= t.settled ||
      (warp(word.reader2) == warp(word.reader) && warp(t.rank) != warp(word.reader))) {
    word.reader2 = static_cast<uint16_t>(t.rank);
    word.read2_epoch = t.now;
    word.read2_site = site;
  }
  return true;
}

// The same for a write of a whole word.
inline bool write_word(SharedWord& word, const ThreadEpochs& t, uint32_t site) {
  const auto settled = [&](Epoch epoch, uint32_t rank) {
    return epoch <= t.settled || rank == t.rank;
  };
  if (word.closed != kOpen || !settled(word.write_epoch, word.writer) ||
      !settled(word.read_epoch, word.reader) || !settled(word.read2_epoch, word.reader2))
    return false;
  word.write_epoch = t.now;
  word.write_site = site;
  word.writer = static_cast<uint16_t>(t.rank);
  word.written = 0xFF;
  return true;
}

template <unsigned BYTES, bool STORE>
bool shared_access_is_fine(uintptr_t address, uintptr_t site) {
  if (address % BYTES != 0 || BYTES < 4) return false;
  SharedWord* word = hook_context.shared_words + (address - hook_context.shared_first) / 4;
  const uint32_t short_site = short_form(site);
  bool fine = true;
  for (unsigned i = 0; i < BYTES / 4; ++i)
    fine &= STORE ? write_word(word[i], hook_context.epochs, short_site)
                  : read_word(word[i], hook_context.epochs, short_site);
  return fine;
}

// The first access to shared memory comes here before anything is known of it.
inline __attribute__((noinline)) void observe_other(uintptr_t address, AccessKind kind,
                                                    uintptr_t site) {
  if (!check_other_access(address, kind.bytes(), kind.store(), site)) return;
  check_shared_access(address, kind.bytes(), kind.store(), site);
  record(site, kind, address - hook_context.shared_first);
}

// An access of the running thread to memory, before it happens.
template <unsigned BYTES, bool STORE>
inline __attribute__((always_inline)) void observe(const void* pointer, uintptr_t site) {
  const uintptr_t address = reinterpret_cast<uintptr_t>(pointer);
  hook_context.hooked = true;
  if (address - hook_context.private_first < hook_context.private_bytes) return;
  if (!STORE && address - hook_context.built_in_first < hook_context.built_in_bytes) return;
  if (device_arena.holds(address)) {
    constexpr AccessKind kind(Space::global, STORE, BYTES);
    if (!device_access_is_fine<BYTES>(address)) [[unlikely]]
      check_device_access(address, BYTES, STORE, site);
    record(site, kind, address);
  } else if (address - hook_context.shared_first < hook_context.shared_bytes) {
    constexpr AccessKind kind(Space::shared, STORE, BYTES);
    if (!shared_access_is_fine<BYTES, STORE>(address, site)) [[unlikely]]
      check_shared_access(address, BYTES, STORE, site);
    record(site, kind, address - hook_context.shared_first);
  } else {
    observe_other(address, {Space::shared, STORE, BYTES}, site);
  }
}

}  // namespace emulator
