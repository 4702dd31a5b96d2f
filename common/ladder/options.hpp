#pragma once
#include <string>
#include <vector>

namespace gemm {

// What the ladder is asked to do.
struct LadderOptions {
  std::vector<std::string> stages;           // numbers or names; empty for all
  bool published = false;                    // the published forms, too
  std::vector<int> sizes;                    // of a sweep over square problems; empty for none
  std::vector<std::string> stage_arguments;  // what each stage is told
  std::string
      json;  // where the JSON array goes; "-" is standard output, and nothing else goes there
  std::string show;  // a recorded array to print in place of a run
  bool chart = true;
};

// Prints and exits with 0 for --help. Throws BadArguments. What is meant for the stages is checked
// by the stages.
LadderOptions parse_ladder_options(int argc, char** argv);

}  // namespace gemm
