#pragma once
#include <string>

#include "common/ladder/fields.hpp"

namespace gemm {

// One or two words on the result: the method that found it right ("fp64"), "not checked", "WRONG"
// or "failed".
std::string verdict(const Json& report);

// "clean" or the number of findings; "–" where no checker ran or the run
// ended early without one.
std::string checker_verdict(const Json& report);

// A sentence for each report that did not pass; empty when all did.
std::string failure_notes(const Json& reports);

}  // namespace gemm
