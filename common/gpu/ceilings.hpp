#pragma once
#include "common/measure.hpp"

namespace gemm {

// The ceilings of the current device, from its cache file or else measured and stored there.
// Throws DeviceError.
Ceilings device_ceilings();

// Measures them, each the median of launches of about a millisecond; takes some seconds.
//   fp32_tflops  fused multiply-adds between registers, two operations each, on all SMs
//   dram_tbs     reads of 1 GiB. GEMM mostly reads; copies reach less (bytes read + written)
//   l2_tbs       repeated reads of a quarter of the L2, past L1
//   shared_tbs   conflict-free 16-byte reads on all SMs
Ceilings measure_ceilings();

}  // namespace gemm
