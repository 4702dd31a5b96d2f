#pragma once
#include <cstddef>

namespace cuda {

enum thread_scope {
  thread_scope_system,
  thread_scope_device,
  thread_scope_block,
  thread_scope_thread
};

// A number of bytes, promised to be a multiple of the alignment of both addresses.
template <size_t ALIGNMENT>
struct aligned_size_t {
  static constexpr size_t align = ALIGNMENT;
  size_t value;
  explicit constexpr aligned_size_t(size_t bytes) : value(bytes) {}
  constexpr operator size_t() const { return value; }
};

}  // namespace cuda

namespace emulator {

// The alignment that a size promises: 4 bytes where it is a plain number, the least that copies
// can have.
constexpr size_t promised_alignment(size_t) { return 4; }
template <size_t ALIGNMENT>
constexpr size_t promised_alignment(cuda::aligned_size_t<ALIGNMENT>) {
  return ALIGNMENT;
}

}  // namespace emulator
