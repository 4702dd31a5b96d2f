// Addresses in words.
#include <fmt/format.h>

#include "common/emulator/checker/block_checker.hpp"
#include "common/emulator/checker/device_arena.hpp"
#include "common/emulator/source/debug_info.hpp"

namespace emulator {

// Where in device memory: by the parameter that points into the allocation, and by bytes.
std::string BlockChecker::device_place(uintptr_t address) const {
  const Allocation near = allocation_before(address);
  if (near.bytes == 0) return "an address before all device memory";
  std::string element;
  for (size_t i = 0; i < call_->pointer_count && element.empty(); ++i) {
    const Pointer& pointer = call_->pointers[i];
    const uintptr_t first = reinterpret_cast<uintptr_t>(pointer.address);
    if (first - near.first >= near.bytes) continue;
    const std::vector<std::string> names = parameter_names(kernel_->address);
    const intptr_t bytes = static_cast<intptr_t>(address - first);
    if (i < names.size())
      element =
          fmt::format("{}[{}], ", names[i], bytes / static_cast<intptr_t>(pointer.element_bytes));
  }
  const size_t offset = address - near.first;
  if (offset < near.bytes)
    return fmt::format("{}byte {} of an allocation of {}", element, offset, near.bytes);
  return fmt::format("{}{} bytes past the end of an allocation of {}", element, offset - near.bytes,
                     near.bytes);
}

// Which of the kernel's pointers is to blame for an address that is no memory of the device's.
std::string BlockChecker::bad_pointer(uintptr_t address) const {
  if (address < 4096) return " but a null pointer";
  const std::vector<std::string> names = parameter_names(kernel_->address);
  for (size_t i = 0; i < call_->pointer_count && i < names.size(); ++i) {
    const Pointer& pointer = call_->pointers[i];
    if (pointer.element_bytes == 0 || is_device_memory(pointer.address, 1)) continue;
    return fmt::format(": {} is a {} pointer", names[i], pointer.address ? "host" : "null");
  }
  return ": is it a host pointer, or an index far too large?";
}

std::string BlockChecker::shared_place(uintptr_t address) const {
  const SharedObject* near = nullptr;
  for (const auto& object : shared_)
    if (segment_.first + object.offset <= address) near = &object;
  if (near == nullptr) return "before all shared objects";
  const size_t offset = address - segment_.first - near->offset;
  if (offset < near->bytes) return element_of(kernel_->address, near->name, offset);
  return fmt::format("{} bytes past the end of {} ({} bytes)", offset - near->bytes, near->name,
                     near->bytes);
}

}  // namespace emulator
