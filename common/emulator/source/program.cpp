#include "common/emulator/source/program.hpp"

#include <cxxabi.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace emulator {

std::string plain_name(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  std::string name = demangled ? demangled.get() : symbol;
  // Templates have a return type in front of the name.
  int depth = 0;
  size_t start = 0, end = name.size();
  for (size_t i = 0; i < name.size(); ++i) {
    if (name.compare(i, 21, "(anonymous namespace)") == 0) {
      i += 20;
      continue;
    }
    if (name[i] == '<' && depth++ == 0 && end == name.size()) end = i;
    if (name[i] == '>') --depth;
    if (depth > 0) continue;
    if (name[i] == ' ') start = i + 1, end = name.size();
    if (name[i] == ':') start = i + 1, end = name.size();
    if (name[i] == '(') {
      end = std::min(end, i);
      break;
    }
  }
  return name.substr(start, end - start);
}

Segment thread_local_segment() {
  Segment segment;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* result) {
        for (int i = 0; i < info->dlpi_phnum; ++i)
          if (info->dlpi_phdr[i].p_type == PT_TLS)
            *static_cast<Segment*>(result) = {reinterpret_cast<uintptr_t>(info->dlpi_tls_data),
                                              info->dlpi_phdr[i].p_memsz};
        return 1;  // the program itself comes first
      },
      &segment);
  return segment;
}

bool is_static_memory(uintptr_t address) {
  return dl_iterate_phdr(
             [](dl_phdr_info* info, size_t, void* data) {
               const uintptr_t wanted = *static_cast<uintptr_t*>(data);
               for (int i = 0; i < info->dlpi_phnum; ++i) {
                 const auto& header = info->dlpi_phdr[i];
                 if (header.p_type == PT_LOAD &&
                     wanted - (info->dlpi_addr + header.p_vaddr) < header.p_memsz)
                   return 1;
               }
               return 0;
             },
             &address) != 0;
}

std::string short_path(std::string_view path) {
  const size_t name = path.rfind('/');
  if (name == std::string_view::npos || name == 0) return std::string(path);
  const size_t folder = path.rfind('/', name - 1);
  return std::string(path.substr(folder == std::string_view::npos ? 0 : folder + 1));
}

}  // namespace emulator
