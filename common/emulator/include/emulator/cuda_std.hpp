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
