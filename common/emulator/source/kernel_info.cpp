#include "common/emulator/source/kernel_info.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>

#include "common/emulator/runtime/dynamic_shared.hpp"
#include "common/emulator/source/debug_info.hpp"
#include "common/emulator/source/program.hpp"

namespace emulator {
namespace {

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

// "block" of "void sgemm_kernel<8>(float*)::block".
std::string object_name(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  const std::string name = demangled ? demangled.get() : symbol;
  const size_t colon = name.rfind(':');
  return colon == std::string::npos ? name : name.substr(colon + 1);
}

// Whether `object` is a static object of the function `kernel`: their mangled names are _ZZ…E….
bool is_object_of(const std::string& object, const std::string& kernel) {
  return starts_with(object, "_ZZ" + kernel.substr(2) + "E");
}

// Whether `object` is a static object of some function that is not the emulator's or common's.
bool is_object_of_any(const std::string& object) {
  for (const char* ours : {"_ZZN8emulator", "_ZZN4gemm", "_ZZNSt", "_ZZSt"})
    if (starts_with(object, ours)) return false;
  return starts_with(object, "_ZZ");
}

// The thread-local objects whose symbols `belongs` is true for, by offset.
template <typename Belongs>
std::vector<SharedObject> objects(Belongs belongs) {
  std::vector<SharedObject> found;
  for (const ThreadLocalObject& object : thread_local_objects())
    if (belongs(object.symbol))
      found.push_back({object_name(object.symbol), object.offset, object.bytes});
  return found;
}

KernelInfo look_up(const void* kernel) {
  KernelInfo info;
  const std::string symbol = symbol_at(kernel);
  info.address = kernel;
  info.name = symbol.empty() ? "kernel" : plain_name(symbol);
  if (symbol.size() >= 2)
    info.shared = objects([&](const std::string& object) { return is_object_of(object, symbol); });
  return info;
}

}  // namespace

const KernelInfo& kernel_info(const void* kernel) {
  static std::mutex mutex;
  static std::map<const void*, KernelInfo>& known = *new std::map<const void*, KernelInfo>;
  std::lock_guard lock(mutex);
  const auto found = known.find(kernel);
  return found != known.end() ? found->second : known[kernel] = look_up(kernel);
}

std::vector<SharedObject> shared_objects(const KernelInfo& kernel, size_t dynamic_bytes) {
  std::vector<SharedObject> all = kernel.shared;
  if (dynamic_bytes > 0) {
    for (SharedObject& object :
         objects([](const std::string& symbol) { return symbol == kDynamicShared; })) {
      object.bytes = dynamic_bytes;
      all.push_back(object);
    }
    std::sort(all.begin(), all.end(),
              [](const SharedObject& a, const SharedObject& b) { return a.offset < b.offset; });
  }
  return all.empty() ? objects(is_object_of_any) : all;
}

}  // namespace emulator
