#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace emulator {

// The calling thread's segment of the program's thread-local objects.
struct Segment {
  uintptr_t first = 0;
  size_t bytes = 0;
};
Segment thread_local_segment();

// Whether the address is of the program's code or static data, or of a library's.
bool is_static_memory(uintptr_t address);

// The folder and the name of a path: "03_smem/kernel.cuh".
std::string short_path(std::string_view path);

// A mangled name without parameters and template arguments: "sgemm_kernel".
std::string plain_name(const std::string& symbol);

}  // namespace emulator
