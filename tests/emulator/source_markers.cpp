#include "tests/emulator/source_markers.hpp"

#include <fstream>
#include <stdexcept>

int marked_line(const std::string& file, const std::string& name) {
  std::ifstream source(std::string(TESTS_DIR) + "/" + file);
  const std::string marker = "// @" + name;
  std::string text;
  for (int line = 1; std::getline(source, text); ++line)
    if (text.size() >= marker.size() &&
        text.compare(text.size() - marker.size(), marker.size(), marker) == 0)
      return line;
  throw std::runtime_error(file + " has no line marked " + name);
}

std::string marked_place(const std::string& file, const std::string& name) {
  return file + ":" + std::to_string(marked_line(file, name));
}
