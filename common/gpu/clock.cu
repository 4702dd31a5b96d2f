#include "common/gpu/clock.hpp"
#include "common/gpu/event.hpp"
#include "common/launch.cuh"

namespace gemm {
namespace {

__global__ void spin_kernel(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

}  // namespace

void spin(long long cycles) { launch(spin_kernel, 1, 1, 0, nullptr, cycles); }

double sm_clock_mhz() {
  // The difference of two spins is free of what launches and events cost. Both find the device busy.
  constexpr long long kShort = 500'000, kLong = 3'000'000;
  const auto spin_ms = [](long long cycles) {
    spin(kShort);
    return elapsed_ms([=] { spin(cycles); });
  };
  return (kLong - kShort) / (spin_ms(kLong) - spin_ms(kShort)) * 1e-3;
}

}  // namespace gemm
