#pragma once

namespace gemm {

// Keeps the default stream busy for `cycles` of the SM clock. Asynchronous.
void spin(long long cycles);

// The SM clock now, in MHz, from about 2 ms of counted cycles. Throws DeviceError.
double sm_clock_mhz();

}  // namespace gemm
