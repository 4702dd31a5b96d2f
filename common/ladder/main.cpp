// Runs the stages, which lie beside this executable, and compares them.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "common/error.hpp"
#include "common/json.hpp"
#include "common/ladder/ceiling_chart.hpp"
#include "common/ladder/context.hpp"
#include "common/ladder/emulator_table.hpp"
#include "common/ladder/gpu_table.hpp"
#include "common/ladder/options.hpp"
#include "common/ladder/recording.hpp"
#include "common/ladder/roofline_chart.hpp"
#include "common/ladder/run_stages.hpp"
#include "common/ladder/stages.hpp"
#include "common/ladder/verdict.hpp"

namespace gemm {
namespace {

namespace fs = std::filesystem;

// What the stages are told, once for each problem.
std::vector<std::vector<std::string>> problems_of(const LadderOptions& options) {
  if (options.sizes.empty()) return {options.stage_arguments};
  std::vector<std::vector<std::string>> problems;
  for (const int size : options.sizes) {
    problems.push_back(options.stage_arguments);
    problems.back().insert(problems.back().end(), {"--size", std::to_string(size)});
  }
  return problems;
}

void print_summary(const Json& reports, bool chart) {
  const bool gpu = on_gpu(reports);
  fmt::print(stderr, "{}", context(reports));
  fmt::print("{}{}", gpu ? gpu_table(reports) : emulator_table(reports), failure_notes(reports));
  const std::string drawing = gpu ? roofline_chart(reports) : ceiling_chart(reports);
  if (chart && !drawing.empty()) fmt::print("\n{}", drawing);
  std::fflush(stdout);
}

// All tables: one for each problem, and their sizes side by side where there are several.
void print_all(const std::vector<Json>& parts, bool chart) {
  const bool sweep = parts.size() > 1;
  for (const Json& reports : parts) print_summary(reports, chart && !sweep);
  if (sweep && on_gpu(parts.front())) fmt::print("\n{}", size_table(parts));
}

int run(const LadderOptions& options) {
  const fs::path directory = fs::read_symlink("/proc/self/exe").parent_path();
  const auto exists = [&](const std::string& name) { return fs::exists(directory / name); };
  auto stages = select_stages(split_names(STAGE_NAMES), options.stages);
  if (options.published) stages = with_published(stages, exists);
  require_built(directory, stages);
  if (!options.json.empty()) require_writable(options.json);

  const auto problems = problems_of(options);
  Progress progress(static_cast<int>(stages.size() * problems.size()));
  std::vector<Json> parts;
  Json all = Json::array();
  int exit_code = 0;
  for (const auto& problem : problems) {
    const Results results = run_stages(directory, stages, problem, progress);
    parts.push_back(results.reports);
    all.insert(all.end(), results.reports.begin(), results.reports.end());
    exit_code = std::max(exit_code, results.exit_code);
  }
  if (options.json != "-") print_all(parts, options.chart);
  if (!options.json.empty()) write_text(options.json, all.dump(2) + "\n");
  return exit_code;
}

int show(const LadderOptions& options) {
  print_all(read_recording(options.show), options.chart);
  return 0;
}

}  // namespace
}  // namespace gemm

int main(int argc, char** argv) {
  try {
    const gemm::LadderOptions options = gemm::parse_ladder_options(argc, argv);
    return options.show.empty() ? gemm::run(options) : gemm::show(options);
  } catch (const gemm::BadArguments& error) {
    fmt::print(stderr, "ladder: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "ladder: {}\n", error.what());
    return 3;
  }
}
