#pragma once
#include <string>
#include <vector>

#include "common/tuning/configuration.hpp"

namespace gemm {

// What a rule removed, and why in words.
struct Removal {
  std::string rule;                // "spills"
  std::string reason;              // "a thread needs more registers than there are"
  std::vector<std::string> tiles;  // their names
};

struct Pruned {
  std::vector<Configuration> left;  // in the given order
  std::vector<Removal> removals;    // one per rule, in their order, also of those that removed none
};

// The device's limits for the rules.
struct TuningLimits {
  int sm_count;
  size_t shared_bytes;  // that a block can have
};

// Removes the configurations that need not be tried: blocks of less than 64 or more than 1024
// threads; tiles that the threads cannot share equally; spilled registers; more shared memory than a
// block or an SM has; reads of shared memory that take longer than the multiply-adds, where another
// tile without that fault uses the SMs as well; less than half the efficiency of the best.
Pruned prune(std::vector<Configuration> configurations, const TuningLimits& limits);

}  // namespace gemm
