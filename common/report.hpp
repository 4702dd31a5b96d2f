#pragma once
#include <functional>
#include <optional>
#include <string>

#include "common/backend.hpp"
#include "common/ceiling.hpp"
#include "common/compiled_loads.hpp"
#include "common/measure.hpp"
#include "common/options.hpp"
#include "common/tuning/tuning.hpp"
#include "common/verify.hpp"

namespace gemm {

// All that one run found out, filled while it runs.
struct Report {
  Options options;
  DeviceInfo device;
  std::optional<Tuning> tuning;
  std::optional<LaunchFacts> launch;
  std::optional<Verification> verification;
  Measurement measurement;
  std::optional<Checker> checker;
  std::optional<Counts> counts;           // of the first run
  std::optional<CompiledLoads> compiled;  // what the model's machine code does in their place
  std::optional<Ceiling> ceiling;         // of the compiled loads where they are known
  std::vector<AccessMap> access_maps;
  std::string error;  // why the run ended early

  bool passed() const;  // right as far as was checked, and no finding
};

// What fills a report. The options are those to run with.
using Run = std::function<void(const Options&, Report&)>;

// Selects the device and, where the options ask for it, the tile; calls `run` with it and prints the
// report, also when `run` throws. Returns the exit code: 0 all well, 1 wrong result or finding,
// 2 bad arguments, 3 device failure.
int report_run(const Options& options, const Run& run);

// One screen: context to stderr, results to stdout.
void print_report(const Report& report);

}  // namespace gemm
