#pragma once
#include <optional>
#include <string>

#include "common/counts.hpp"

namespace gemm {

// Some stages read shared memory one float at a time and ptxas makes wide loads of several. The
// emulator counts the source as written; this is what the machine code does instead.
struct CompiledLoads {
  std::string architecture;     // "sm_90"
  double requests, wavefronts;  // of shared loads, for each as written
};

// None where the machine code reads as the source does, or nobody has looked. tests/golden/ compares
// the fractions with the counters of a GPU.
std::optional<CompiledLoads> compiled_loads(const std::string& stage,
                                            const std::string& architecture);

// The counts with the machine code's shared loads.
Counts as_compiled(Counts counts, const CompiledLoads& loads);

// Both, as a sentence.
std::string to_text(const CompiledLoads& loads, const Counts& as_written);

}  // namespace gemm
