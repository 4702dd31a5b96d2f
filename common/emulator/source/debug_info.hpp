#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace emulator {

// What the running program's symbol table and debug information say of itself. Safe to call from
// any thread.

struct SourceLine {
  std::string path;  // as it was compiled
  std::string file;  // folder and name: "03_smem/kernel.cuh"; empty where unknown
  int line = 0;
};

// The line of the instruction before `site`, a return address. Where it was inlined from one of the
// emulator's headers: the line of the kernel's source that it was inlined into.
SourceLine source_line(uintptr_t site);

// The mangled name of the function that begins at `address`; empty where unknown.
std::string symbol_at(const void* address);

// A thread-local object of the program: offset within the thread's segment, and name.
struct ThreadLocalObject {
  std::string symbol;
  size_t offset, bytes;
};
const std::vector<ThreadLocalObject>& thread_local_objects();  // by offset

// The names of a kernel's parameters in order; fewer where they are unknown.
std::vector<std::string> parameter_names(const void* kernel);

// What lies `offset` bytes into the static object `name` of a kernel: "block.As[3][5]"; the name
// alone where its type is unknown.
std::string element_of(const void* kernel, const std::string& name, size_t offset);

}  // namespace emulator
