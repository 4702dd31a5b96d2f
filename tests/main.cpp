// main() of all tests. With --needs-device first, a machine without one skips (exit code 77); with
// --needs-no-device, a machine that has one.
#include <cstdio>
#include <string>

#include "common/backend.hpp"
#include "common/error.hpp"

#if __has_include(<catch2/catch_session.hpp>)
#include <catch2/catch_session.hpp>
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#endif

namespace {

bool has_device() {
  try {
    gemm::select_device(0);
    return true;
  } catch (const gemm::DeviceError& error) {
    std::printf("%s\n", error.what());
    return false;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string need = argc > 1 ? argv[1] : "";
  if (need == "--needs-device" || need == "--needs-no-device") {
    if (has_device() != (need == "--needs-device")) {
      std::printf("skipped: %s\n", need.c_str());
      return 77;
    }
    argv[1] = argv[0];
    --argc;
    ++argv;
  }
  return Catch::Session().run(argc, argv);
}
