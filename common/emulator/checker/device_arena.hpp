#pragma once
#include <cstddef>
#include <cstdint>

namespace emulator {

// The range of addresses that all device memory comes from, and what is known of each byte in it.
// The shadow has a byte per 4-byte word: bits 0–3 for bytes that are allocated, bits 4–7 for bytes
// that were written. It can be read for every address of the range.
struct DeviceArena {
  uintptr_t first = 0;
  size_t bytes = 0;
  uint8_t* shadow = nullptr;

  bool holds(uintptr_t address) const { return address - first < bytes; }
  uint8_t* shadow_of(uintptr_t address) const { return shadow + (address - first) / 4; }
};

// Filled by the first allocation.
extern DeviceArena device_arena;

// Device memory of `bytes` bytes, at least 256-byte aligned, far from all other; null when there is
// no room. Its bytes count as not written.
void* allocate_device(size_t bytes);

// Gives it back: whoever uses it afterwards is outside of all allocations. False if `address` is
// not the start of an allocation.
bool free_device(void* address);

// The allocation that begins last at or before an address.
struct Allocation {
  uintptr_t first = 0;
  size_t bytes = 0;
};
Allocation allocation_before(uintptr_t address);

// Whether [address, address + bytes) lies inside one allocation.
bool is_device_memory(const void* address, size_t bytes);

// Notes that bytes inside an allocation were written.
void mark_written(const void* address, size_t bytes);

// Copies what is known of being written, from and to inside allocations.
void copy_written(const void* to, const void* from, size_t bytes);

// Bits of the shadow byte of `address` for up to 4 bytes within one word.
constexpr uint8_t allocated_bits(uintptr_t address, unsigned bytes) {
  return static_cast<uint8_t>(((1u << bytes) - 1) << (address & 3));
}

}  // namespace emulator
