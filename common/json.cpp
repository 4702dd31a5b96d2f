#include "common/json.hpp"

#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "common/error.hpp"
#include "common/tuning/json.hpp"

namespace gemm {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

Json problem_json(const Options& options) {
  const Shape& s = options.shape;
  return {{"m", s.M},
          {"n", s.N},
          {"k", s.K},
          {"alpha", s.alpha},
          {"beta", s.beta},
          {"trans_a", s.trans_a},
          {"trans_b", s.trans_b},
          {"lda", s.lda},
          {"ldb", s.ldb},
          {"ldc", s.ldc},
          {"seed", options.seed},
          {"init", to_string(options.init)}};
}

Json device_json(const DeviceInfo& device, const Measurement& measurement) {
  Json json = {{"name", device.name}};
  if (device.sm_count > 0) {
    json["compute_capability"] = device.compute_capability;
    json["sm_count"] = device.sm_count;
    json["driver"] = device.driver;
    json["runtime"] = device.runtime;
  }
  if (measurement.timing) json["clock_mhz"] = measurement.timing->clock_mhz;
  return json;
}

Json launch_json(const LaunchFacts& launch, const Tile& tile) {
  const auto extent = [](dim3 d) { return Json{d.x, d.y, d.z}; };
  Json json = {{"grid", extent(launch.info.grid)},
               {"block", extent(launch.info.block)},
               {"tile",
                {{"BM", tile.BM},
                 {"BN", tile.BN},
                 {"BK", tile.BK},
                 {"TM", tile.TM},
                 {"TN", tile.TN},
                 {"WM", tile.WM},
                 {"WN", tile.WN},
                 {"stages", tile.stages}}}};
  if (launch.registers > 0) {
    json["shared_bytes"] = launch.shared_bytes;
    json["registers"] = launch.registers;
    json["blocks_per_sm"] = launch.blocks_per_sm;
  }
  return json;
}

// JSON has no NaN or infinity: they become strings.
Json number(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

Json verify_json(const Verification& verification) {
  Json json = {{"method", to_string(verification.method)}};
  if (verification.method == VerifyMethod::none) return json;
  json["max_error"] = number(verification.max_error);
  json["bound"] = number(verification.bound);
  json["gaps_intact"] = verification.gaps_intact;
  if (const auto& bad = verification.first_bad)
    json["first_bad"] = {{"row", bad->row},
                         {"col", bad->col},
                         {"got", number(bad->got)},
                         {"want", number(bad->want)}};
  return json;
}

Json timing_json(const KernelTiming& timing, const Shape& shape) {
  return {{"median_ms", timing.kernel.median_ms},
          {"p10_ms", timing.kernel.p10_ms},
          {"p90_ms", timing.kernel.p90_ms},
          {"samples", timing.kernel.samples},
          {"l2", to_string(timing.l2)},
          {"end_to_end_ms", timing.end_to_end_ms},
          {"tflops", shape.flop() / timing.kernel.median_ms / 1e9}};
}

Json cublas_json(const CublasTiming& cublas, const KernelTiming& timing) {
  return {{"median_ms", cublas.kernel.median_ms},
          {"p10_ms", cublas.kernel.p10_ms},
          {"p90_ms", cublas.kernel.p90_ms},
          {"ratio", cublas.kernel.median_ms / timing.kernel.median_ms},
          {"version", cublas.version},
          {"math", cublas.math}};
}

Json roofline_json(const Roofline& roofline) {
  return {{"fp32_tflops", roofline.ceilings.fp32_tflops},
          {"dram_tbs", roofline.ceilings.dram_tbs},
          {"l2_tbs", roofline.ceilings.l2_tbs},
          {"shared_tbs", roofline.ceilings.shared_tbs},
          {"intensity", roofline.intensity},
          {"kernel_intensity", roofline.kernel_intensity},
          {"attainable_tflops", roofline.attainable_tflops},
          {"fraction", roofline.fraction}};
}

Json checker_json(const Checker& checker) {
  return {{"out_of_bounds", checker.out_of_bounds},
          {"misaligned", checker.misaligned},
          {"races", checker.races},
          {"uninitialised", checker.uninitialised},
          {"divergent_barriers", checker.divergent_barriers},
          {"async_unwaited", checker.async_unwaited},
          {"stopped", checker.stopped},
          {"findings", checker.findings}};
}

Json counts_json(const Counts& counts) {
  const auto global = [](const GlobalCounts& c) {
    return Json{
        {"requests", c.requests}, {"sectors", c.sectors}, {"lines", c.lines}, {"bytes", c.bytes()}};
  };
  const auto shared = [](const SharedCounts& c) {
    return Json{{"requests", c.requests}, {"wavefronts", c.wavefronts}, {"floor", c.floor}};
  };
  Json sites = Json::array();
  for (const SiteCounts& site : counts.sites)
    sites.push_back({{"file", site.file},
                     {"line", site.line},
                     {"kind", site.kind},
                     {"bytes", site.bytes},
                     {"requests", site.requests},
                     {"sectors_or_wavefronts", site.sectors_or_wavefronts},
                     {"floor", site.floor}});
  return {
      {"ffma", counts.ffma},
      {"bytes_per_flop", counts.bytes_per_flop()},
      {"global", {{"load", global(counts.global_load)}, {"store", global(counts.global_store)}}},
      {"shared", {{"load", shared(counts.shared_load)}, {"store", shared(counts.shared_store)}}},
      {"async",
       {{"requests", counts.async.requests},
        {"sectors", counts.async.sectors},
        {"lines", counts.async.lines},
        {"bytes", counts.async.bytes()},
        {"shared_floor", counts.async.shared_floor}}},
      {"barriers", counts.barriers},
      {"sites", sites}};
}

Json compiled_json(const CompiledLoads& loads, const Counts& counts) {
  const SharedCounts made = as_compiled(counts, loads).shared_load;
  return {{"architecture", loads.architecture},
          {"requests", made.requests},
          {"wavefronts", made.wavefronts}};
}

Json ceiling_json(const Ceiling& ceiling) {
  Json bounds = Json::object();
  for (const Bound& bound : ceiling.bounds) bounds[bound.resource] = bound.tflops;
  return {{"model", ceiling.model.name},
          {"tflops", ceiling.tflops},
          {"limited_by", ceiling.limited_by},
          {"bounds", bounds}};
}

}  // namespace

std::string to_json(const Report& report) {
  const Options& options = report.options;
  Json json = {{"schema", 1},
               {"stage", options.stage},
               {"tile", name_of(options.tile)},
               {"backend", backend()},
               {"status", !report.error.empty() ? "error"
                          : report.passed()     ? "pass"
                                                : "fail"}};
  if (!report.error.empty()) json["error"] = report.error;
  json["problem"] = problem_json(options);
  json["device"] = device_json(report.device, report.measurement);
  if (report.tuning) json["tuning"] = tuning_json(*report.tuning);
  if (report.launch) json["launch"] = launch_json(*report.launch, options.tile);
  if (report.verification) json["verify"] = verify_json(*report.verification);
  if (const auto& timing = report.measurement.timing) {
    json["timing"] = timing_json(*timing, options.shape);
    if (const auto& cublas = report.measurement.cublas)
      json["cublas"] = cublas_json(*cublas, *timing);
  }
  if (const auto& roofline = report.measurement.roofline)
    json["roofline"] = roofline_json(*roofline);
  if (report.checker) json["checker"] = checker_json(*report.checker);
  if (report.counts) json["counts"] = counts_json(*report.counts);
  if (report.compiled)
    json["counts"]["shared"]["load"]["compiled"] = compiled_json(*report.compiled, *report.counts);
  if (report.ceiling) json["ceiling"] = ceiling_json(*report.ceiling);
  return json.dump(2) + "\n";
}

void require_writable(const std::string& path) {
  if (path == "-") return;
  const fs::path folder = fs::absolute(path).parent_path();
  if (fs::is_directory(path) || !fs::is_directory(folder) || access(folder.c_str(), W_OK) != 0)
    throw BadArguments("The file '" + path + "' cannot be written: choose another path.");
}

void write_text(const std::string& path, const std::string& text) {
  if (path == "-") {
    std::cout << text << std::flush;
    return;
  }
  // A pipe or a device is written directly, anything else under another name first.
  const bool direct = fs::exists(path) && !fs::is_regular_file(path);
  const std::string target = direct ? path : path + ".part";
  std::ofstream file(target, std::ios::trunc);
  file << text;
  file.close();
  std::error_code failure;
  if (file && !direct) fs::rename(target, path, failure);
  if (file && !failure) return;
  if (!direct) fs::remove(target, failure);
  throw BadArguments("The file '" + path + "' could not be written: is the disk full?");
}

}  // namespace gemm
