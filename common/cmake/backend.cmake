# What the two builds of the same .cu files need.
#
# add_kernel_executable(<name> <sources…>), add_kernel_library(<name> [UNCOUNTED] <sources…>)
# An executable or a static library of sources that hold CUDA kernels, linked with nothing but what
# they need to compile; executables get `common` too. On the emulator every access of the kernels
# is checked and counted; of UNCOUNTED kernels none is.

add_library(project_flags INTERFACE)
target_include_directories(project_flags INTERFACE ${PROJECT_SOURCE_DIR})

# Every stage has the same signature, whether or not it uses all of M, N and K.
set(warnings -Wall -Wextra -Wno-unused-parameter)
if(BACKEND STREQUAL "emulator")
  list(APPEND warnings -Wno-unknown-pragmas)
endif()
target_compile_options(project_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${warnings}>")

if(BACKEND STREQUAL "gpu")
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    # `native` is an error where there is no GPU.
    execute_process(COMMAND nvidia-smi -L RESULT_VARIABLE no_gpu OUTPUT_QUIET ERROR_QUIET)
    if(no_gpu)
      set(CMAKE_CUDA_ARCHITECTURES 80 90)
    else()
      set(CMAKE_CUDA_ARCHITECTURES native)
    endif()
  endif()
  enable_language(CUDA)
  find_package(CUDAToolkit REQUIRED)
  list(JOIN warnings "," joined_warnings)
  target_compile_options(
    project_flags INTERFACE "$<$<COMPILE_LANGUAGE:CUDA>:-lineinfo;-Xcompiler=${joined_warnings}>")
elseif(BACKEND STREQUAL "emulator")
  target_compile_options(project_flags INTERFACE -Wno-unknown-pragmas)  # nvcc's own
else()
  message(FATAL_ERROR "BACKEND is '${BACKEND}': use gpu or emulator.")
endif()

# What makes a compiler report each access of a kernel to common/emulator/hooks/: one call before
# each load and store, of the width that the source has. The option is ThreadSanitizer's; its own
# library is not linked. The other flags keep accesses apart that the compiler would merge, turn
# into calls of memcpy, or attribute to another place. tests/emulator/probe.cu checks all of it.
set(hook_flags -fsanitize=thread -g -fno-builtin -fno-optimize-sibling-calls)
set(hook_flags_GNU ${hook_flags} --param=tsan-instrument-func-entry-exit=0 -fno-tree-vectorize
                   -fno-tree-loop-distribute-patterns -fno-extern-tls-init)
set(hook_flags_Clang ${hook_flags} -gdwarf-aranges -fno-vectorize -fno-slp-vectorize
                     "SHELL:-mllvm -tsan-instrument-func-entry-exit=0"
                     "SHELL:-mllvm -tsan-instrument-read-before-write=1")
if(BACKEND STREQUAL "emulator" AND NOT DEFINED hook_flags_${CMAKE_CXX_COMPILER_ID})
  message(FATAL_ERROR "The emulator needs g++ or clang++, not ${CMAKE_CXX_COMPILER_ID}.")
endif()
# A local variable that is read before it is written spoils the result instead of being 0 by chance.
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-ftrivial-auto-var-init=pattern FILLS_LOCALS)
if(FILLS_LOCALS)
  list(APPEND hook_flags_${CMAKE_CXX_COMPILER_ID} -ftrivial-auto-var-init=pattern)
endif()

function(set_up_kernel_target name counted)
  target_link_libraries(${name} PRIVATE project_flags)
  if(BACKEND STREQUAL "gpu")
    # fmt 9 does not compile under nvcc as C++20.
    set_target_properties(${name} PROPERTIES CUDA_STANDARD 17 CUDA_STANDARD_REQUIRED ON)
  else()
    get_target_property(sources ${name} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.cu$")
    set_source_files_properties(${sources} PROPERTIES LANGUAGE CXX)
    set_target_properties(${name} PROPERTIES CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON)
    # The same rounding on every CPU.
    target_compile_options(${name} PRIVATE -ffp-contract=off)
    target_include_directories(${name} SYSTEM PRIVATE ${PROJECT_SOURCE_DIR}/common/emulator/include)
    if(counted)
      target_compile_options(${name} PRIVATE ${hook_flags_${CMAKE_CXX_COMPILER_ID}})
    endif()
  endif()
endfunction()

function(add_kernel_library name)
  cmake_parse_arguments(PARSE_ARGV 1 option "UNCOUNTED" "" "")
  add_library(${name} STATIC ${option_UNPARSED_ARGUMENTS})
  if(option_UNCOUNTED)
    set_up_kernel_target(${name} FALSE)
  else()
    set_up_kernel_target(${name} TRUE)
  endif()
endfunction()

function(add_kernel_executable name)
  add_executable(${name} ${ARGN})
  set_up_kernel_target(${name} TRUE)
  target_link_libraries(${name} PRIVATE common)
endfunction()
