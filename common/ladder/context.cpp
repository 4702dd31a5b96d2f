#include "common/ladder/context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace gemm {
namespace {

std::string device_line(const Json& reports, const Json& report) {
  const std::string name = text(report, "/device/name");
  if (!on_gpu(reports)) return fmt::format("{}: kernels run on the CPU, nothing is timed\n", name);
  return fmt::format(
      "{}, compute capability {}, {:.0f} SMs, driver {}, CUDA {}, SM clock {:.0f} MHz\n", name,
      text(report, "/device/compute_capability"), number(report, "/device/sm_count").value_or(0),
      text(report, "/device/driver"), text(report, "/device/runtime"),
      median_number(reports, "/device/clock_mhz").value_or(0));
}

std::string problem_line(const Json& report) {
  const Json& problem = report.at("problem");
  const auto whole = [&](const char* key) { return problem.value(key, uint64_t{0}); };
  const auto factor = [&](const char* pointer) { return number(report, pointer).value_or(NAN); };
  const std::string l2 = text(report, "/timing/l2");
  return fmt::format("C = {:g}·{}·{} + {:g}·C, M×N×K = {}×{}×{}, FP32, {}, seed {}{}\n",
                     factor("/problem/alpha"), problem.value("trans_a", false) ? "Aᵀ" : "A",
                     problem.value("trans_b", false) ? "Bᵀ" : "B", factor("/problem/beta"),
                     whole("m"), whole("n"), whole("k"), text(report, "/problem/init"),
                     whole("seed"), l2.empty() ? "" : ", L2 " + l2);
}

}  // namespace

std::string context(const Json& reports) {
  const auto first = std::find_if(reports.begin(), reports.end(), [](const Json& report) {
    return report.contains("problem") && !text(report, "/device/name").empty();
  });
  return first == reports.end() ? "" : device_line(reports, *first) + problem_line(*first);
}

}  // namespace gemm
