#include "common/models.hpp"

#include <fmt/format.h>

#include "common/error.hpp"

namespace gemm {

// SMs and FP32 lanes: the architecture whitepapers of NVIDIA (V100 2017, A100 2020, GA102 2020, H100
// 2022, Ada 2022). The clock follows from the FP32 rate of the data sheet, which is
// 2 · SMs · lanes · clock. DRAM: data sheets. Shared memory and threads per SM: CUDA C++ Programming
// Guide, technical specifications per compute capability.
const std::vector<Model>& models() {
  static const std::vector<Model> all = {
      // 67 TFLOP/s. L2: 8.5 to 8.6 measured by reading (l2_tbs in docs/results/h200.json).
      {"h200", "NVIDIA H200 SXM", "sm_90", 132, 128, 1.98, 4.8, 8.5, 228, 2048},
      {"h100", "NVIDIA H100 SXM", "sm_90", 132, 128, 1.98, 3.35, 0, 228, 2048},  // 67 TFLOP/s
      // 19.5 TFLOP/s. L2: 5120 bytes per cycle, A100 whitepaper.
      {"a100", "NVIDIA A100 80 GB SXM", "sm_80", 108, 64, 1.41, 2.039, 7.2, 164, 2048},
      {"v100", "NVIDIA V100 SXM2", "sm_70", 80, 64, 1.53, 0.9, 0, 96, 2048},  // 15.7 TFLOP/s
      // 82.6 and 35.6 TFLOP/s.
      {"rtx4090", "GeForce RTX 4090", "sm_89", 128, 128, 2.52, 1.008, 0, 100, 1536},
      {"rtx3090", "GeForce RTX 3090", "sm_86", 82, 128, 1.695, 0.936, 0, 100, 1536},
  };
  return all;
}

std::string model_names(const char* separator) {
  std::string names;
  for (const Model& model : models()) names += (names.empty() ? "" : separator) + model.name;
  return names;
}

const Model& find_model(const std::string& name) {
  for (const Model& model : models())
    if (model.name == name) return model;
  throw BadArguments(
      fmt::format("--model '{}' is unknown: use one of {}.", name, model_names(", ")));
}

}  // namespace gemm
