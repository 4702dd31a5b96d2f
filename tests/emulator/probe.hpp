#pragma once
#include <cstddef>

// The probe kernel, whose accesses are known by hand, compiled by several compilers and with
// several options: its counts must be the same each time.
constexpr int kProbeThreads = 64;              // of the one block: two warps
constexpr int kProbeIn = 4 * kProbeThreads;    // floats
constexpr int kProbeOut = 12 * kProbeThreads;  // floats

using ProbeLauncher = void (*)(const float* in, float* out);
struct Probe {
  const char* name;
  ProbeLauncher launch;
};
