# Tests of the emulator itself.
add_kernel_library(emulator_kernels emulator/kernels.cu)
target_link_libraries(emulator_kernels PRIVATE emulator)
add_kernel_library(counting_kernels emulator/counting_kernels.cu)
target_link_libraries(counting_kernels PRIVATE emulator)
add_kernel_library(faulty_kernels emulator/faulty_kernels.cu)
target_link_libraries(faulty_kernels PRIVATE emulator)

add_library(source_markers STATIC emulator/source_markers.cpp)
target_link_libraries(source_markers PRIVATE project_flags)
target_compile_definitions(source_markers PRIVATE TESTS_DIR="${CMAKE_CURRENT_SOURCE_DIR}")

add_project_test(emulator_test host emulator/launch_test.cpp emulator/memory_test.cpp
                 emulator/barrier_test.cpp emulator/warp_test.cpp)
target_link_libraries(emulator_test PRIVATE emulator_kernels)
add_project_test(counting_rules_test host emulator/counting_rules_test.cpp
                 emulator/block_sample_test.cpp)
add_project_test(counting_test host emulator/counting_test.cpp)
target_link_libraries(counting_test PRIVATE counting_kernels)
add_project_test(checker_test host emulator/checker_test.cpp)
target_link_libraries(checker_test PRIVATE faulty_kernels source_markers fmt::fmt)

# add_probe(<compiler> <its CMake name> <optimisation>)
# The probe kernel as an object of its own, compiled as that compiler compiles kernels. Appends to
# probe_objects and probe_names.
function(add_probe compiler id optimisation)
  set(name probe_${id}_${optimisation})
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.o)
  set(source ${CMAKE_CURRENT_SOURCE_DIR}/emulator/probe.cu)
  list(TRANSFORM hook_flags_${id} REPLACE "^SHELL:" "")
  list(JOIN hook_flags_${id} " " flags)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${compiler} -std=c++17 -${optimisation} ${flags} -DPROBE=${name} -I${PROJECT_SOURCE_DIR}
            -isystem ${PROJECT_SOURCE_DIR}/common/emulator/include -MD -MF ${object}.d -MT ${object}
            -x c++ -c ${source} -o ${object}
    DEPENDS ${source}
    DEPFILE ${object}.d
    VERBATIM)
  set(probe_objects ${probe_objects} ${object} PARENT_SCOPE)
  set(probe_names ${probe_names} ${name} PARENT_SCOPE)
endfunction()

# The project's compiler, and the other one where it is installed.
set(compiler_GNU g++)
set(compiler_Clang clang++)
set(compiler_${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER})
foreach(id IN ITEMS GNU Clang)
  find_program(PROBE_COMPILER_${id} ${compiler_${id}})
  if(PROBE_COMPILER_${id})
    foreach(optimisation IN ITEMS O1 O2 O3)
      add_probe(${PROBE_COMPILER_${id}} ${id} ${optimisation})
    endforeach()
  endif()
endforeach()
list(TRANSFORM probe_names REPLACE "(.+)" "DO(\\1)" OUTPUT_VARIABLE probes)
list(JOIN probes " " probes)
add_project_test(probe_test host emulator/probe_test.cpp ${probe_objects})
file(CONFIGURE OUTPUT probes.hpp CONTENT "#define FOR_EACH_PROBE(DO) ${probes}\n" @ONLY)
target_include_directories(probe_test PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
target_link_libraries(probe_test PRIVATE source_markers)
