// main() of all tests. With --needs-device first, a machine without one skips (exit code 77).
#include <cstdio>
#include <cstring>

#include "common/backend.hpp"
#include "common/error.hpp"

#if __has_include(<catch2/catch_session.hpp>)
#include <catch2/catch_session.hpp>
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#endif

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--needs-device") == 0) {
    try {
      gemm::select_device(0);
    } catch (const gemm::DeviceError& error) {
      std::printf("skipped: %s\n", error.what());
      return 77;
    }
    argv[1] = argv[0];
    --argc;
    ++argv;
  }
  return Catch::Session().run(argc, argv);
}
