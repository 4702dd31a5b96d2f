#pragma once
#include <string>

namespace gemm {

// Where results that are worth keeping lie: $XDG_CACHE_HOME/sgemm-ladder, with ~/.cache where that is
// not set. Empty where there is no home either. The folder need not exist.
std::string cache_folder();

}  // namespace gemm
