#include "common/cache_folder.hpp"

#include <cstdlib>
#include <filesystem>

namespace gemm {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

std::string cache_folder() {
  namespace fs = std::filesystem;
  const std::string cache = variable("XDG_CACHE_HOME"), home = variable("HOME");
  if (cache.empty() && home.empty()) return {};
  const fs::path root = cache.empty() ? fs::path(home) / ".cache" : fs::path(cache);
  return root / "sgemm-ladder";
}

}  // namespace gemm
