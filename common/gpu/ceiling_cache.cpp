#include "common/gpu/ceiling_cache.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "common/backend.hpp"
#include "common/cache_folder.hpp"
#include "common/check.hpp"

namespace gemm {
namespace {

namespace fs = std::filesystem;

std::string device_uuid() {
  int device = 0;
  cudaDeviceProp properties;
  check(cudaGetDevice(&device), "asking for the current device");
  check(cudaGetDeviceProperties(&properties, device), "asking for the device's properties");
  std::string text;
  for (const char byte : properties.uuid.bytes)
    text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

}  // namespace

std::string ceiling_cache_path() {
  const std::string folder = cache_folder();
  if (folder.empty()) return {};
  const DeviceInfo device = describe_device();
  return fs::path(folder) /
         fmt::format("ceilings-{}-{}-{}.json", device_uuid(), device.driver, device.runtime);
}

std::optional<Ceilings> load_ceilings(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return {};
  std::ifstream file(path);
  const auto json = nlohmann::json::parse(file, nullptr, false);
  if (!json.is_object()) return {};
  bool plausible = true;
  const auto read = [&](const char* key) {
    const auto entry = json.find(key);
    const double value = entry != json.end() && entry->is_number() ? entry->get<double>() : 0;
    plausible = plausible && std::isfinite(value) && value > 0;
    return value;
  };
  const Ceilings ceilings{read("fp32_tflops"), read("dram_tbs"), read("l2_tbs"),
                          read("shared_tbs")};
  return plausible ? std::optional(ceilings) : std::nullopt;
}

void store_ceilings(const std::string& path, const Ceilings& ceilings) {
  const nlohmann::json json = {{"fp32_tflops", ceilings.fp32_tflops},
                               {"dram_tbs", ceilings.dram_tbs},
                               {"l2_tbs", ceilings.l2_tbs},
                               {"shared_tbs", ceilings.shared_tbs}};
  if (path.empty()) return;
  const fs::path target(path), draft(fmt::format("{}.{}", path, getpid()));
  std::error_code error;  // ignored: see the header
  fs::create_directories(target.parent_path(), error);
  const bool written = static_cast<bool>(std::ofstream(draft) << json.dump(2) << '\n'
                                                              << std::flush);
  if (written) fs::rename(draft, target, error);
  fs::remove(draft, error);
}

}  // namespace gemm
