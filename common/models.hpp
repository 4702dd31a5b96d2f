#pragma once
#include <string>
#include <vector>

namespace gemm {

// What a GPU can do at most, for ceilings. Per SM and clock cycle, all from Volta on: 4 warp
// instructions issued, 1 wavefront of 128 bytes from shared memory or L1, 1 line looked up in L1.
struct Model {
  std::string name;          // what --model takes
  std::string full_name;     // "NVIDIA H200 SXM"
  std::string architecture;  // "sm_90"
  int sm_count;
  int fp32_lanes;  // multiply-adds per SM and cycle
  double ghz;      // highest SM clock
  double dram_tbs;
  double l2_tbs;       // 0 where nobody has said
  int shared_kib = 0;  // of shared memory per SM
  int threads = 0;     // resident per SM
};

// Sources are beside the figures.
const std::vector<Model>& models();

std::string model_names(const char* separator);

// Throws BadArguments.
const Model& find_model(const std::string& name);

}  // namespace gemm
