#pragma once
#include <optional>
#include <string>

#include "common/options.hpp"
#include "common/problem.hpp"
#include "common/sgemm.hpp"

namespace gemm {

// Time of one call, over many samples. Rates follow from the shape.
struct Timing {
  double median_ms = 0, p10_ms = 0, p90_ms = 0;
  int samples = 0;
};

// The kernel under test and cuBLAS, sampled alternately.
struct KernelTiming {
  Timing kernel;
  double end_to_end_ms = 0;  // median of copies to the device, pack, kernel, unpack, copy back
  L2State l2 = L2State::cold;
  double clock_mhz = 0;  // SM clock read right after the samples
};

struct CublasTiming {
  Timing kernel;
  std::string version;  // "13.1.0"
  std::string math;     // "fp32", as the precision probe found it
};

// What the device can do, measured on it, and where the kernel stands.
struct Ceilings {
  double fp32_tflops = 0, dram_tbs = 0, l2_tbs = 0, shared_tbs = 0;
};
struct Roofline {
  Ceilings ceilings;
  double intensity = 0;          // FLOP per byte of compulsory traffic: A, B and C once
  double kernel_intensity = 0;   // FLOP per byte that the kernel's blocks ask of global memory
  double attainable_tflops = 0;  // min(FP32 ceiling, DRAM bandwidth × intensity)
  double fraction = 0;           // of attainable
};

// What a verified kernel costs. The emulator times nothing.
struct Measurement {
  std::optional<KernelTiming> timing;
  std::optional<CublasTiming> cublas;
  std::optional<Roofline> roofline;
};

// Compiled once per backend: common/gpu/measure.cpp and common/emulator/measure.cpp.
Measurement measure(Problem& problem, Sgemm& sgemm, const Options& options);

}  // namespace gemm
