#include "tests/mutants/table.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace mutants {
namespace {

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

// Where the only occurrence of `part` begins.
size_t find_once(const std::string& text, const std::string& part) {
  const size_t place = text.find(part);
  if (place == std::string::npos) throw std::runtime_error("it does not contain: " + part);
  if (text.find(part, place + 1) != std::string::npos)
    throw std::runtime_error("it contains more than once: " + part);
  return place;
}

void append_line(std::string& text, const std::string& line) {
  if (!text.empty()) text += '\n';
  text += line;
}

// A line below a mutant's name: its first word, and the rest.
void add_to_mutant(Mutant& mutant, const std::string& word, const std::string& rest) {
  if (word == "-") {
    if (mutant.edits.empty() || !mutant.edits.back().replace.empty()) mutant.edits.emplace_back();
    append_line(mutant.edits.back().find, rest);
  } else if (word == "+" && !mutant.edits.empty()) {
    append_line(mutant.edits.back().replace, rest);
  } else if (word == "at") {
    mutant.places.push_back(rest);
  } else if (word == "says") {
    mutant.parts.push_back(rest);
  } else if (word == "run") {
    mutant.arguments = words_of(rest);
  } else if (mutant.outcomes.empty()) {
    mutant.outcomes = {word};
    for (const std::string& other : words_of(rest))
      if (other != "or") mutant.outcomes.push_back(other);
  } else {
    throw std::runtime_error("not understood: " + word);
  }
}

// A line below a kernel's file, before its first mutant.
void add_to_kernel(Kernel& kernel, const std::string& word, const std::string& rest) {
  if (word == "run") {
    kernel.arguments = words_of(rest);
  } else if (word == "tile") {
    kernel.tile = rest;
  } else {
    throw std::runtime_error("not understood: " + word);
  }
}

// Any line that is neither empty nor a comment.
void add_line(std::vector<Kernel>& kernels, const std::string& line) {
  const size_t start = line.find_first_not_of(' ');
  const size_t end = std::min(line.find(' ', start), line.size());
  const std::string word = line.substr(start, end - start);
  const std::string rest = line.substr(std::min(end + 1, line.size()));
  const bool is_name = start == 0;
  if (is_name && word.find('/') != std::string::npos) {
    kernels.emplace_back();
    kernels.back().file = word;
    return;
  }
  if (kernels.empty()) throw std::runtime_error("a kernel's file must come first");
  Kernel& kernel = kernels.back();
  if (is_name) {
    kernel.mutants.emplace_back();
    kernel.mutants.back().name = kernel.name() + "_" + word;
    kernel.mutants.back().arguments = kernel.arguments;
  } else if (kernel.mutants.empty()) {
    add_to_kernel(kernel, word, rest);
  } else {
    add_to_mutant(kernel.mutants.back(), word, rest);
  }
}

}  // namespace

std::string Kernel::name() const {
  const size_t slash = file.find('/');
  const std::string stage = file.substr(0, slash);
  return file.substr(slash + 1) == "published.cuh" ? stage + "_published" : stage;
}

std::vector<Kernel> read_table(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<Kernel> kernels;
  int number = 0;
  try {
    for (std::string line; std::getline(file, line);) {
      ++number;
      if (!line.empty() && line[0] != '#') add_line(kernels, line);
    }
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(path + ":" + std::to_string(number) + ": " + error.what());
  }
  return kernels;
}

std::string contents(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string mutate(const std::string& text, const Kernel& kernel, const Mutant& mutant) try {
  std::string mutated = text;
  for (const Edit& edit : mutant.edits)
    mutated.replace(find_once(mutated, edit.find), edit.find.size(), edit.replace);
  if (!kernel.tile.empty()) {
    const std::string list = "sgemm_tiles = {";
    mutated.erase(find_once(mutated, list) + list.size());
    mutated += "tile<" + kernel.tile + ">};\n";
  }
  return mutated;
} catch (const std::runtime_error& error) {
  throw std::runtime_error(kernel.file + " has changed, " + error.what());
}

int line_of(const std::string& text, const std::string& part) {
  const size_t place = find_once(text, part);
  int line = 1;
  for (size_t i = 0; i < place; ++i) line += text[i] == '\n';
  return line;
}

}  // namespace mutants
