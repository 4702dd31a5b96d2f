#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/gpu/cublas.hpp"
#include "common/problem.hpp"
#include "common/sgemm.hpp"
#include "common/tuning/tuning.hpp"

namespace gemm {

// Tries tiles on one problem, against each other and against cuBLAS.
class Trials {
 public:
  // Throws DeviceError when the operands do not fit or cuBLAS does not compute in FP32.
  explicit Trials(const Options& options);

  // `samples` samples of each tile, taken alternately with each other and with cuBLAS, in groups that
  // leave room for packed operands. A tile is verified before its first sample; one that is wrong or
  // fails is not timed. In the order of the tiles. Throws DeviceError when the device has broken down.
  std::vector<Trial> round(const std::vector<Tile>& tiles, int samples);

 private:
  std::vector<Trial> group(const std::vector<Tile>& tiles, int samples);
  void verify_once(Sgemm& sgemm, Trial& trial);

  Options options_;
  Problem problem_;
  std::optional<Cublas> cublas_;
  std::set<std::string> verified_;  // names of tiles
};

// What ranks a trial, lower is better: its time relative to cuBLAS's where that is known. None for
// one that was not timed.
std::optional<double> score(const Trial& trial);

}  // namespace gemm
