#pragma once
#include <cstdint>

namespace emulator {

enum class Space : uint8_t { global, shared, async };

// What an access is, apart from its place and address: three bits of log2(bytes), the store bit and
// the space.
class AccessKind {
 public:
  constexpr AccessKind(Space space, bool store, unsigned bytes)
      : bits_(static_cast<uint8_t>(static_cast<unsigned>(space) << 4 | store << 3 |
                                   (31 - __builtin_clz(bytes)))) {}
  constexpr explicit AccessKind(uint8_t bits) : bits_(bits) {}

  constexpr Space space() const { return static_cast<Space>(bits_ >> 4); }
  constexpr bool store() const { return bits_ >> 3 & 1; }
  constexpr unsigned bytes() const { return 1u << (bits_ & 7); }
  constexpr uint8_t bits() const { return bits_; }

 private:
  uint8_t bits_;
};

// An access of one lane: its site (the address of the code after it), its kind and its address, which
// in shared memory counts from the first shared object of the kernel.
class Access {
 public:
  Access() = default;
  Access(uintptr_t site, AccessKind kind, uintptr_t address)
      : key_(uint64_t{kind.bits()} << 56 | site), address_(address) {}

  uint64_t key() const { return key_; }  // site and kind: what the lanes of a request agree in
  uintptr_t address() const { return address_; }

 private:
  uint64_t key_, address_;
};

constexpr uintptr_t site_of(uint64_t key) { return key & ((uint64_t{1} << 56) - 1); }
constexpr AccessKind kind_of(uint64_t key) { return AccessKind(static_cast<uint8_t>(key >> 56)); }

}  // namespace emulator
