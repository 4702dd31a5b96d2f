#pragma once
#include <string>
#include <vector>

namespace emulator {

// What kernels did wrong, collected until somebody reports it. Safe to call from any thread.
void report_divergent_barrier(const std::string& text);

int divergent_barriers();
std::vector<std::string> findings();
void forget_findings();

}  // namespace emulator
