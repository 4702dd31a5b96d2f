#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace emulator {

// What the running program's symbol table and debug information say of itself. Safe to call from
// any thread.

struct SourceLine {
  std::string file;  // folder and name: "03_smem/kernel.cuh"; empty where unknown
  int line = 0;
};

// The line of the instruction before `site`, a return address. Where it was inlined from one of the
// emulator's headers: the line of the kernel's source that it was inlined into.
SourceLine source_line(uintptr_t site);

// The mangled name of the function that begins at `address`; empty where unknown.
std::string symbol_at(const void* address);

// A mangled name without parameters and template arguments: "sgemm_kernel".
std::string plain_name(const std::string& symbol);

// A thread-local object of the program: offset within the thread's segment, and name.
struct ThreadLocalObject {
  std::string symbol;
  size_t offset, bytes;
};
const std::vector<ThreadLocalObject>& thread_local_objects();  // by offset

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

}  // namespace emulator
