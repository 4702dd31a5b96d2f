#include "common/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace gemm {
namespace {

constexpr const char* kEraseLine = "\r\033[K";

}  // namespace

Progress::Progress(int total) : total_(total), visible_(isatty(STDERR_FILENO)) {}

Progress::~Progress() { clear(); }

void Progress::next(const std::string& what) {
  ++started_;
  if (visible_) fmt::print(stderr, "{}[{}/{}] {}", kEraseLine, started_, total_, what);
}

void Progress::clear() {
  if (visible_) fmt::print(stderr, "{}", kEraseLine);
}

}  // namespace gemm
