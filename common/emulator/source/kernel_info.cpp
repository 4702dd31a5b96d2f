#include "common/emulator/source/kernel_info.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>

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

KernelInfo look_up(const void* kernel) {
  KernelInfo info;
  const std::string symbol = symbol_at(kernel);
  info.address = kernel;
  info.name = symbol.empty() ? "kernel" : plain_name(symbol);
  if (symbol.size() < 2) return info;
  const auto take = [&](const auto& belongs) {
    for (const ThreadLocalObject& object : thread_local_objects())
      if (belongs(object.symbol))
        info.shared.push_back({object_name(object.symbol), object.offset, object.bytes});
  };
  take([&](const std::string& object) { return is_object_of(object, symbol); });
  // A kernel without any may call functions that have some.
  if (info.shared.empty()) take(is_object_of_any);
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

}  // namespace emulator
