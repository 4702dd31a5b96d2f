#include "common/emulator/checker/device_arena.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <mutex>

namespace emulator {

DeviceArena device_arena;

namespace {

constexpr size_t kMostBytes = size_t{1} << 42;   // of addresses; memory is taken when it is used
constexpr size_t kLeastBytes = size_t{1} << 34;  // with less the emulator does not start
constexpr size_t kGranule = 64 * 1024;           // allocations begin at multiples of it
constexpr size_t kGuard = 16 * 1024 * 1024;      // at least between allocations

struct Allocations {
  std::mutex mutex;
  std::map<uintptr_t, size_t> bytes_at;
  uintptr_t cursor = 0;  // where the next one is tried
};

// Lives until the process ends, because static objects may own device memory.
Allocations& allocations() {
  static Allocations& instance = *new Allocations;
  return instance;
}

size_t round_up(size_t bytes, size_t multiple) {
  return (bytes + multiple - 1) / multiple * multiple;
}

void* reserve(size_t bytes, int protection) {
  return mmap(nullptr, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

// Takes the largest range of addresses that the system gives.
bool create_arena() {
  for (size_t bytes = kMostBytes; bytes >= kLeastBytes; bytes /= 2) {
    void* const memory = reserve(bytes, PROT_NONE);
    if (memory == MAP_FAILED) continue;
    void* const shadow = reserve(bytes / 4, PROT_READ);
    if (shadow == MAP_FAILED) {
      munmap(memory, bytes);
      continue;
    }
    device_arena.first = reinterpret_cast<uintptr_t>(memory);
    device_arena.bytes = bytes;
    device_arena.shadow = static_cast<uint8_t*>(shadow);
    allocations().cursor = device_arena.first + kGuard;
    return true;
  }
  return false;
}

// Makes room for an allocation accessible, or gives its memory back.
bool open(uintptr_t first, size_t span) {
  return mprotect(reinterpret_cast<void*>(first), span, PROT_READ | PROT_WRITE) == 0 &&
         mprotect(device_arena.shadow_of(first), span / 4, PROT_READ | PROT_WRITE) == 0;
}
void close(uintptr_t first, size_t span) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  mmap(reinterpret_cast<void*>(first), span, PROT_NONE, flags, -1, 0);
  mmap(device_arena.shadow_of(first), span / 4, PROT_READ, flags, -1, 0);
}

// The first gap of `span` bytes from the cursor on, guards included; 0 if there is none.
uintptr_t find_gap(const Allocations& all, size_t span) {
  const uintptr_t end = device_arena.first + device_arena.bytes;
  for (const uintptr_t start : {all.cursor, device_arena.first + kGuard}) {
    uintptr_t candidate = start;
    for (auto next = all.bytes_at.lower_bound(start);; ++next) {
      const uintptr_t limit = next == all.bytes_at.end() ? end : next->first;
      if (candidate + span + kGuard <= limit) return candidate;
      if (next == all.bytes_at.end()) break;
      candidate = next->first + round_up(next->second, kGranule) + kGuard;
    }
  }
  return 0;
}

// Sets `bits` in the shadow of each byte: 0 for allocated, 4 for written.
void set_bits(uintptr_t address, size_t bytes, unsigned shift) {
  const uintptr_t end = address + bytes;
  const auto set_within_word = [&](uintptr_t from, uintptr_t to) {
    // Blocks on several CPU threads may write bytes of one word.
    if (from < to)
      __atomic_fetch_or(device_arena.shadow_of(from), allocated_bits(from, to - from) << shift,
                        __ATOMIC_RELAXED);
  };
  const uintptr_t first_word = std::min<uintptr_t>(round_up(address, 4), end);
  const uintptr_t last_word = std::max<uintptr_t>(end / 4 * 4, first_word);
  set_within_word(address, first_word);
  set_within_word(last_word, end);
  uint8_t* const to = device_arena.shadow_of(last_word);
  for (uint8_t* at = device_arena.shadow_of(first_word); at < to; ++at) *at |= 0x0F << shift;
}

}  // namespace

void* allocate_device(size_t bytes) {
  Allocations& all = allocations();
  std::lock_guard lock(all.mutex);
  if (device_arena.bytes == 0 && !create_arena()) return nullptr;
  if (bytes > device_arena.bytes) return nullptr;
  const size_t span = round_up(bytes, kGranule);
  const uintptr_t first = find_gap(all, span);
  if (first == 0) return nullptr;
  if (!open(first, span)) {
    close(first, span);
    return nullptr;
  }
  all.bytes_at[first] = bytes;
  all.cursor = first + span + kGuard;
  set_bits(first, bytes, 0);
  return reinterpret_cast<void*>(first);
}

bool free_device(void* address) {
  Allocations& all = allocations();
  std::lock_guard lock(all.mutex);
  const auto found = all.bytes_at.find(reinterpret_cast<uintptr_t>(address));
  if (found == all.bytes_at.end()) return false;
  close(found->first, round_up(found->second, kGranule));
  all.bytes_at.erase(found);
  return true;
}

Allocation allocation_before(uintptr_t address) {
  Allocations& all = allocations();
  std::lock_guard lock(all.mutex);
  const auto next = all.bytes_at.upper_bound(address);
  if (next == all.bytes_at.begin()) return {};
  return {std::prev(next)->first, std::prev(next)->second};
}

bool is_device_memory(const void* address, size_t bytes) {
  const uintptr_t first = reinterpret_cast<uintptr_t>(address);
  const Allocation allocation = allocation_before(first);
  const size_t offset = first - allocation.first;
  return allocation.bytes > 0 && offset <= allocation.bytes && bytes <= allocation.bytes - offset;
}

void mark_written(const void* address, size_t bytes) {
  set_bits(reinterpret_cast<uintptr_t>(address), bytes, 4);
}

void copy_written(const void* to, const void* from, size_t bytes) {
  const uintptr_t target = reinterpret_cast<uintptr_t>(to);
  const uintptr_t source = reinterpret_cast<uintptr_t>(from);
  for (size_t i = 0; i < bytes; ++i) {
    const uint8_t written = allocated_bits(source + i, 1) << 4;
    const uint8_t mark = allocated_bits(target + i, 1) << 4;
    uint8_t& shadow = *device_arena.shadow_of(target + i);
    shadow = *device_arena.shadow_of(source + i) & written ? shadow | mark : shadow & ~mark;
  }
}

}  // namespace emulator
