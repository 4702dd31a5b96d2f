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

  # elfutils: which line of a kernel an access belongs to. Not built from source here.
  find_path(LIBDW_INCLUDE_DIR elfutils/libdwfl.h)
  find_library(LIBDW_LIBRARY dw)
  find_library(LIBELF_LIBRARY elf)
  if(NOT LIBDW_INCLUDE_DIR OR NOT LIBDW_LIBRARY OR NOT LIBELF_LIBRARY)
    message(FATAL_ERROR "libdw (elfutils) is missing: install libdw-dev or elfutils-devel.")
  endif()
  add_library(elfutils::dw INTERFACE IMPORTED)
  target_include_directories(elfutils::dw INTERFACE ${LIBDW_INCLUDE_DIR})
  target_link_libraries(elfutils::dw INTERFACE ${LIBDW_LIBRARY} ${LIBELF_LIBRARY})
endif()
