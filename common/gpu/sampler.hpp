#pragma once
#include <vector>

#include "common/measure.hpp"

namespace gemm {

// How samples are counted and summed up. Nothing here needs a device.

// The value below which `fraction` (0…1) of the sorted samples lie, interpolated between neighbours.
// 0 without samples.
double percentile(const std::vector<double>& sorted, double fraction);

// Median, 10th and 90th percentile.
Timing summarize(std::vector<double> samples_ms);

// Whether the medians of the first and the second half of the samples agree within 0.2 %.
bool is_stable(const std::vector<double>& samples_ms);

// How many rounds to take before enough() is asked again: 5, and a quarter more each time.
int next_rounds(int taken);

// Whether to stop. Every candidate has as many samples as there were rounds. Stops after `min_time_s`
// when there are 30 rounds and all medians are stable; after four times that in any case. A first
// batch of next_rounds() is always taken, however long it lasts.
bool enough(const std::vector<std::vector<double>>& samples_ms, double elapsed_s,
            double min_time_s);

}  // namespace gemm
