#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace emulator {

// A kernel as the program's symbol table knows it.
struct KernelInfo {
  struct SharedObject {
    std::string name;      // as in the source: "block"
    size_t offset, bytes;  // within the thread-local segment
  };
  const void* address;
  std::string name;  // without template arguments
  // Objects that it may use, by offset: its own, or where it has none those of all functions.
  std::vector<SharedObject> shared;
};

// Safe to call from any thread; the reference stays valid.
const KernelInfo& kernel_info(const void* kernel);

}  // namespace emulator
