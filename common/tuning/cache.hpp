#pragma once
#include <optional>
#include <string>
#include <vector>

#include "common/shape.hpp"

namespace gemm {

// What a tuned tile is good for: another kernel, GPU, driver, toolkit or shape is tuned anew.
struct TuningKey {
  std::string kernel;  // hash of kernel.cuh
  std::string gpu, driver, toolkit;
  int M = 0, N = 0, K = 0;

  bool operator==(const TuningKey&) const = default;
};

// One trial, or the outcome of all.
struct TuningRecord {
  TuningKey key;
  std::string date;    // UTC, ISO 8601
  std::string tile;    // its name
  std::string status;  // "timed", "wrong", "failed", or "best" for the tile chosen in the end
  int round = 0, samples = 0;
  double median_ms = 0, cublas_ms = 0;  // 0 where not measured
};

// tuning.jsonl in the cache folder; empty where there is none.
std::string tuning_cache_path();

// The last record of `path` with the key and status "best", whose tile is one of `tiles`. Lines that
// are none of ours, cut off ones too, are skipped.
std::optional<TuningRecord> find_best(const std::string& path, const TuningKey& key,
                                      const std::vector<std::string>& tiles);

// Appends a line per record, in one write each and under a lock, so that other processes may append
// at the same time. Makes the folder. False where a line could not be written.
bool append_records(const std::string& path, const std::vector<TuningRecord>& records);

}  // namespace gemm
