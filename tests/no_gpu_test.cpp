// The gpu build on a machine without a GPU: it says how to build the emulator, and exits with 3.
#include <algorithm>
#include <string>
#include <vector>

#include "common/ladder/process.hpp"
#include "tests/catch.hpp"

TEST_CASE("a stage without a GPU exits with 3 and names the emulator's preset") {
  for (const std::string stage : {STAGE_NAMES}) {
    const gemm::ProcessResult result = gemm::run_process(BIN_DIR "/" + stage, {"--size", "64"});
    INFO(stage << "\n" << result.err);
    CHECK(result.signal == 0);
    CHECK(result.exit_code == 3);
    CHECK(result.out.empty());
    CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
    CHECK(result.err.find("cmake --preset emulator") != std::string::npos);
  }
}
