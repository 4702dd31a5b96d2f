#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/ladder/fields.hpp"
#include "common/progress.hpp"

namespace gemm {

struct Results {
  Json reports = Json::array();  // one per stage
  int exit_code = 0;             // the worst of the stages'
};

// Runs the stages, executables in `directory`, one after the other with the same arguments. One that
// fails does not stop the rest; what it wrote to stderr is passed on. Throws BadArguments when a
// stage refuses the arguments.
Results run_stages(const std::filesystem::path& directory, const std::vector<std::string>& stages,
                   std::vector<std::string> arguments, Progress& progress);

}  // namespace gemm
