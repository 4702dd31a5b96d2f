#pragma once
#include <cstddef>

namespace emulator {

// Whether [address, address + bytes) lies inside one allocation of cudaMalloc.
bool is_device_memory(const void* address, size_t bytes);

}  // namespace emulator
