#include "common/report.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <iostream>

#include "common/annotate.hpp"
#include "common/error.hpp"
#include "common/json.hpp"
#include "common/owner.hpp"

namespace gemm {
namespace {

void print_context(const Report& report) {
  const Options& options = report.options;
  const Shape& s = options.shape;
  fmt::print(stderr, "{} (tile {}) on {}\n", options.stage, name_of(options.tile),
             report.device.name);
  fmt::print(stderr, "C = {:.3g}·{}·{} + {:.3g}·C, M {}, N {}, K {}, {} values, seed {}\n", s.alpha,
             s.trans_a ? "Aᵀ" : "A", s.trans_b ? "Bᵀ" : "B", s.beta, s.M, s.N, s.K,
             to_string(options.init), options.seed);
}

void print_launch(const LaunchFacts& launch) {
  const auto [grid, block] = std::pair{launch.info.grid, launch.info.block};
  fmt::print("launch    {}×{}×{} blocks of {}×{}×{} threads", grid.x, grid.y, grid.z, block.x,
             block.y, block.z);
  if (launch.registers > 0)
    fmt::print(", {} registers per thread, {} bytes of shared memory, {} blocks per SM",
               launch.registers, launch.shared_bytes, launch.blocks_per_sm);
  fmt::print("\n");
}

// ", computed by block (1, 0), thread 37"; empty where nothing was launched.
std::string owner_clause(const Report& report, const BadElement& bad) {
  if (!report.launch) return "";
  const LaunchInfo& info = report.launch->info;
  const Owner owner = owner_of(report.options.tile, info, bad.row, bad.col);
  return ", computed by " + to_string(owner, info.block);
}

void print_verification(const Report& report) {
  const Verification& v = *report.verification;
  if (report.options.sample_blocks > 0) {
    fmt::print("result    not verified: {} blocks stand for the grid (--sample-blocks)\n",
               report.options.sample_blocks);
  } else if (v.method == VerifyMethod::none) {
    fmt::print("result    not verified (--verify none)\n");
  } else if (v.first_bad) {
    fmt::print("result    wrong: row {}, column {} of C is {:.9g} and should be {:.9g}{} ({})\n",
               v.first_bad->row, v.first_bad->col, v.first_bad->got, v.first_bad->want,
               owner_clause(report, *v.first_bad), to_string(v.method));
  } else if (!v.gaps_intact) {
    fmt::print("result    wrong: the kernel wrote between the rows of C\n");
  } else {
    fmt::print("result    right: error at most {:.3g} where {:.3g} is allowed ({})\n", v.max_error,
               v.bound, to_string(v.method));
  }
}

void print_checker(const Checker& checker) {
  constexpr size_t kInFull = 5;
  if (checker.findings.empty()) fmt::print("checker   no finding\n");
  for (size_t i = 0; i < checker.findings.size() && i < kInFull; ++i)
    fmt::print("checker   {}\n", checker.findings[i]);
  if (checker.findings.size() > kInFull)
    fmt::print("checker   … and {} more\n", checker.findings.size() - kInFull);
  const std::pair<uint64_t, const char*> counts[] = {
      {checker.out_of_bounds, "out of bounds"},
      {checker.misaligned, "misaligned"},
      {checker.races, "races"},
      {checker.uninitialised, "uninitialised reads"},
      {checker.divergent_barriers, "divergent barriers"},
      {checker.async_unwaited, "asynchronous copies not waited for"},
      {checker.stopped, "threads stopped"}};
  std::string text;
  for (const auto& [count, name] : counts)
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
  if (!text.empty()) fmt::print("checker   in all: {}\n", text);
}

void print_measurement(const Measurement& measurement, const Shape& shape) {
  if (!measurement.timing) return;
  const KernelTiming& timing = *measurement.timing;
  const double tflops = shape.flop() / timing.kernel.median_ms / 1e9;
  fmt::print(
      "kernel    {:.3g} ms (p10 {:.3g}, p90 {:.3g}, {} samples, L2 {}, SM clock {:.0f} MHz)\n",
      timing.kernel.median_ms, timing.kernel.p10_ms, timing.kernel.p90_ms, timing.kernel.samples,
      to_string(timing.l2), timing.clock_mhz);
  if (timing.end_to_end_ms > 0)
    fmt::print("in all    {:.3g} ms with copies to and from the device and packing\n",
               timing.end_to_end_ms);
  fmt::print("rate      {:.3g} TFLOP/s", tflops);
  if (const auto& cublas = measurement.cublas)
    fmt::print(", {:.3g} × cuBLAS {} ({:.3g} ms, {})",
               cublas->kernel.median_ms / timing.kernel.median_ms, cublas->version,
               cublas->kernel.median_ms, cublas->math);
  fmt::print("\n");
  if (const auto& roof = measurement.roofline) {
    fmt::print("roof      {:.3g} % of {:.3g} TFLOP/s attainable at {:.3g} FLOP/byte\n",
               100 * roof->fraction, roof->attainable_tflops, roof->intensity);
    fmt::print(
        "          measured: FP32 {:.3g} TFLOP/s, DRAM {:.3g} TB/s, L2 {:.3g} TB/s, shared "
        "{:.3g} TB/s\n",
        roof->ceilings.fp32_tflops, roof->ceilings.dram_tbs, roof->ceilings.l2_tbs,
        roof->ceilings.shared_tbs);
    fmt::print("          the kernel asks global memory for one byte per {:.3g} FLOP\n",
               roof->kernel_intensity);
  }
}

// What the run asked of memory, where that is known.
void add_counts(Report& report) {
  const Options& options = report.options;
  report.counts = counts();
  if (!report.counts || !report.launch) return;
  report.counts->ffma = padded_ffma(options.shape, options.tile);
  if (options.access_map > 0) report.access_maps = access_maps(options.access_map);
  if (!options.svg.empty()) write_text(options.svg, to_svg(report.access_maps));
}

// A wrong kernel has no rate, not even at most.
void add_ceiling(Report& report) {
  if (!report.counts || !report.launch || !report.passed()) return;
  const Options& options = report.options;
  const Model& model = find_model(options.model);
  report.compiled = compiled_loads(options.stage, model.architecture);
  const Counts counts =
      report.compiled ? as_compiled(*report.counts, *report.compiled) : *report.counts;
  report.ceiling = ceiling_of(counts, options.shape, options.tile, report.launch->info, model);
}

void choose_tile(Report& report) {
  report.tuning = tune(report.options);
  if (report.tuning) report.options.tile = report.tuning->chosen;
}

// Runs `run` and turns what it throws into an exit code and one sentence on stderr.
int guarded(Report& report, const Run& run) {
  const Options& options = report.options;
  const auto failed = [&](const std::exception& error, int code) {
    report.error = error.what();
    fmt::print(stderr, "{}: {}\n", options.stage, error.what());
    return code;
  };
  try {
    const std::string advice = no_counts_advice();
    if (asks_for_counts(options) && !advice.empty()) throw BadArguments(advice);
    select_device(options.device);
    set_lane_order(options.lane_order, options.seed);
    sample_blocks(options.sample_blocks);
    report.device = describe_device();
    choose_tile(report);
    run(options, report);
    add_counts(report);
  } catch (const BadArguments& error) {
    return failed(error, 2);
  } catch (const std::exception& error) {
    return failed(error, 3);
  }
  return 0;
}

}  // namespace

bool Report::passed() const {
  return error.empty() && (!verification || verification->passed()) &&
         (!checker || checker->findings.empty());
}

int report_run(const Options& options, const Run& run) {
  Report report;
  report.options = options;
  int code = guarded(report, run);
  report.checker = checker();
  add_ceiling(report);
  if (code == 0 && !report.passed()) code = 1;
  if (code <= 1 && options.json != "-") print_report(report);
  try {
    if (!options.json.empty()) write_text(options.json, to_json(report));
  } catch (const BadArguments& error) {
    fmt::print(stderr, "{}: {}\n", options.stage, error.what());
    return 2;
  }
  return code;
}

void print_report(const Report& report) {
  print_context(report);
  std::fflush(stderr);
  if (report.tuning) fmt::print("{}", to_text(*report.tuning, report.options.shape));
  if (report.launch) print_launch(*report.launch);
  if (report.verification) print_verification(report);
  if (report.checker) print_checker(*report.checker);
  if (report.passed()) print_measurement(report.measurement, report.options.shape);
  if (report.ceiling) fmt::print("{}", to_text(*report.ceiling));
  if (report.counts && report.options.counts) {
    fmt::print("{}", to_table(*report.counts));
    if (report.compiled) fmt::print("{}", to_text(*report.compiled, *report.counts));
  }
  if (report.counts && report.options.annotate) fmt::print("\n{}", annotate(*report.counts));
  for (const AccessMap& map : report.access_maps) fmt::print("\n{}", to_text(map));
  std::fflush(stdout);
}

}  // namespace gemm
