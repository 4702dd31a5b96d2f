#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "common/ladder/fields.hpp"
#include "common/ladder/process.hpp"

namespace gemm {

// A stage's report and its share in the ladder's exit code.
struct Outcome {
  Json report;
  int exit_code = 0;  // 0 right, 1 wrong, 3 no trustworthy report
};

// What a finished stage has to say. One that was killed, printed no report or contradicts its exit
// code gets status "error" and a sentence in "error". Throws BadArguments with the stage's own
// words when the stage refused its arguments.
Outcome outcome_of(const std::string& stage, const ProcessResult& process);

}  // namespace gemm
