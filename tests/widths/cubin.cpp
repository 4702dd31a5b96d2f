#include "tests/widths/cubin.hpp"

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace {

// An instruction is 128 bits, here as two halves. Bits 0–8 say what it does; bits 9–11 where its
// operands come from, which is all the same here.
const std::map<unsigned, std::string> kNames = {
    {0x181, "LDG"}, {0x186, "STG"}, {0x184, "LDS"}, {0x188, "STS"}, {0x1ae, "LDGSTS"}};

unsigned operation(uint64_t low) { return low & 0x1ff; }

// Bits 12–15: the predicate register and, highest, whether it is negated. Register 7 is always
// true. ptxas puts loads that are never executed in front of asynchronous copies.
bool never_executed(uint64_t low) { return (low >> 12 & 0xf) == 0xf; }

// Bits 73–75: 0 to 3 are bytes and halves with or without a sign, 4 is a word of 32 bits.
int width(uint64_t high) {
  const int code = high >> 9 & 7;
  return code < 2 ? 8 : code < 4 ? 16 : 32 << (code - 4);
}

template <typename T>
T read(const std::string& file, size_t offset) {
  if (offset + sizeof(T) > file.size()) throw std::runtime_error("the file is cut off");
  T value;
  std::memcpy(&value, file.data() + offset, sizeof(T));
  return value;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (text.compare(0, SELFMAG, ELFMAG) != 0)
    throw std::runtime_error(path + " is missing or not an ELF file");
  return text;
}

Widths widths_in(const std::string& file, const Elf64_Shdr& section) {
  Widths widths;
  for (size_t at = 0; at < section.sh_size; at += 16) {
    const auto low = read<uint64_t>(file, section.sh_offset + at);
    const auto high = read<uint64_t>(file, section.sh_offset + at + 8);
    const auto name = kNames.find(operation(low));
    if (name != kNames.end() && !never_executed(low)) widths[name->second].insert(width(high));
  }
  return widths;
}

}  // namespace

Widths access_widths(const std::string& path, const std::string& kernel) {
  const std::string file = text_of(path);
  const auto header = read<Elf64_Ehdr>(file, 0);
  const auto section = [&](size_t i) {
    return read<Elf64_Shdr>(file, header.e_shoff + i * header.e_shentsize);
  };
  const Elf64_Shdr names = section(header.e_shstrndx);
  Widths widths;
  int found = 0;
  for (size_t i = 0; i < header.e_shnum; ++i) {
    const std::string name = file.c_str() + names.sh_offset + section(i).sh_name;
    if (name.rfind(".text.", 0) != 0 || name.find(kernel) == std::string::npos) continue;
    widths = widths_in(file, section(i));
    ++found;
  }
  if (found != 1)
    throw std::runtime_error(path + " holds " + std::to_string(found) + " kernels named " + kernel);
  return widths;
}
