# Libraries are taken from the system where it has them, else fetched at a pinned version.
include(FetchContent)

FetchContent_Declare(fmt URL https://github.com/fmtlib/fmt/archive/refs/tags/9.1.0.tar.gz
                     FIND_PACKAGE_ARGS)
FetchContent_Declare(CLI11 URL https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.3.2.tar.gz
                     FIND_PACKAGE_ARGS)
FetchContent_Declare(nlohmann_json
                     URL https://github.com/nlohmann/json/archive/refs/tags/v3.11.2.tar.gz
                     FIND_PACKAGE_ARGS)
FetchContent_MakeAvailable(fmt CLI11 nlohmann_json)

if(BACKEND STREQUAL "emulator")
  find_package(Threads REQUIRED)
  set(BOOST_INCLUDE_LIBRARIES context)
  FetchContent_Declare(
    Boost URL https://github.com/boostorg/boost/releases/download/boost-1.84.0/boost-1.84.0.tar.xz
    FIND_PACKAGE_ARGS COMPONENTS context)
  FetchContent_MakeAvailable(Boost)
endif()
