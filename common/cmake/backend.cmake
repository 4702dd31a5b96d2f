# What the two builds of the same .cu files need.
#
# add_kernel_executable(<name> <sources…>), add_kernel_library(<name> <sources…>)
# An executable or a static library of sources that hold CUDA kernels, linked with nothing but what
# they need to compile; executables get `common` too.

add_library(project_flags INTERFACE)
target_include_directories(project_flags INTERFACE ${PROJECT_SOURCE_DIR})

# Every stage has the same signature, whether or not it uses all of M, N and K.
set(warnings -Wall -Wextra -Wno-unused-parameter)
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

function(set_up_kernel_target name)
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
  endif()
endfunction()

function(add_kernel_library name)
  add_library(${name} STATIC ${ARGN})
  set_up_kernel_target(${name})
endfunction()

function(add_kernel_executable name)
  add_executable(${name} ${ARGN})
  set_up_kernel_target(${name})
  target_link_libraries(${name} PRIVATE common)
endfunction()
