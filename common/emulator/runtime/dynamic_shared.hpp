#pragma once
#include <cstddef>

namespace emulator {

// Kernels declare dynamic shared memory as `extern __shared__ <type> dynamic_shared[];`. C++ wants a
// definition somewhere: the emulator has one, by this name.
constexpr char kDynamicShared[] = "dynamic_shared";
constexpr size_t kMaxShared = 227 * 1024;  // bytes that a launch may ask for

}  // namespace emulator
