#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace emulator {

struct SharedObject {
  std::string name;      // as in the source: "block"
  size_t offset, bytes;  // within the thread-local segment
};

// A kernel as the program's symbol table knows it.
struct KernelInfo {
  const void* address;
  std::string name;                  // without template arguments
  std::vector<SharedObject> shared;  // its own, by offset
};

// Safe to call from any thread; the reference stays valid.
const KernelInfo& kernel_info(const void* kernel);

// The objects that a launch of the kernel may use, by offset: its own and the dynamic one; where it
// has neither, those of all functions, which it may call.
std::vector<SharedObject> shared_objects(const KernelInfo& kernel, size_t dynamic_bytes);

}  // namespace emulator
