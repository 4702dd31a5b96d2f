# cmake -DSOURCE_DIR=… -DWORK_DIR=… -DKERNEL=10_warptile/kernel.cuh -DCOMPILER=… -P run.cmake
# Compiles a kernel in each of its forms in cases.txt. Fails unless the compiler refuses every one
# with the message there, takes the kernel as it is, and every rule of the kernel has a case. Where
# tests/grid/rules.hpp states the stage's rules too, it must agree.
cmake_minimum_required(VERSION 3.25)
include(${SOURCE_DIR}/common/cmake/variants.cmake)
set(ENV{LC_ALL} C)
file(MAKE_DIRECTORY ${WORK_DIR})
file(READ ${SOURCE_DIR}/${KERNEL} kernel)

# The kernel's rules by their messages.
string(REGEX MATCHALL "static_assert\\(" rules "${kernel}")
string(REGEX MATCHALL "static_assert\\([^\"]+, *\"[^\"]+\"\\)" assertions "${kernel}")
list(LENGTH rules rule_count)
list(TRANSFORM assertions REPLACE ".*\"([^\"]+)\"\\)" "\\1" OUTPUT_VARIABLE messages)
list(REMOVE_DUPLICATES messages)
list(LENGTH messages message_count)
if(NOT rule_count EQUAL message_count)
  message(SEND_ERROR "${KERNEL}: ${rule_count} rules, ${message_count} different messages.")
endif()

# Where the tile is template arguments: their names, the stage's first tile, and its grid's rules.
if(kernel MATCHES "template <(int BM[^>]*)>")
  string(REGEX MATCHALL "[A-Z]+" names "${CMAKE_MATCH_1}")
  string(REGEX MATCH "tile<([0-9][^>]*)>" first_tile "${kernel}")
  set(first_tile "${CMAKE_MATCH_1}")
  string(REGEX REPLACE "^[0-9]+_" "" grid ${KERNEL})
  string(REGEX REPLACE "/published.cuh$" "_published" grid ${grid})
  string(REGEX REPLACE "/kernel.cuh$" "" grid ${grid})
endif()

# source_of(<out> <CONSTANT>=<value>…)
function(source_of out)
  if(NOT names)
    rewrite_constants(text ${SOURCE_DIR}/${KERNEL} ${ARGN})
    file(WRITE ${WORK_DIR}/kernel.cuh "${text}")
    set(${out} "#include \"kernel.cuh\"\n" PARENT_SCOPE)
    return()
  endif()
  string(REGEX MATCHALL "[0-9]+" values "${first_tile}")
  foreach(assignment IN LISTS ARGN)
    string(REGEX MATCH "([A-Z]+)=([0-9]+)" _ ${assignment})
    list(FIND names ${CMAKE_MATCH_1} place)
    if(place EQUAL -1)
      message(FATAL_ERROR "${KERNEL} has no template parameter ${CMAKE_MATCH_1}.")
    endif()
    list(REMOVE_AT values ${place})
    list(INSERT values ${place} ${CMAKE_MATCH_2})
  endforeach()
  list(JOIN values ", " values)
  set(allowed true)
  if(ARGN)
    set(allowed false)
  endif()
  set(${out}
      "#include \"${KERNEL}\"
#include \"tests/grid/rules.hpp\"
const gemm::Tile made = tile<${values}>;
static_assert(rules::${grid}::allows({${values}}) == ${allowed}, \"rules.hpp differs\");\n"
      PARENT_SCOPE)
endfunction()

# check(<constants> [<message> <other message>…])
# Compiles the kernel with `constants`. It must fail with the message; the others may come with it,
# but no other error. Without messages it must succeed.
function(check constants)
  string(REPLACE " " ";" assignments "${constants}")
  source_of(source ${assignments})
  file(WRITE ${WORK_DIR}/case.cpp "${source}")
  execute_process(
    COMMAND ${COMPILER} -std=c++17 -fsyntax-only -w -I${SOURCE_DIR} -isystem
            ${SOURCE_DIR}/common/emulator/include case.cpp
    WORKING_DIRECTORY ${WORK_DIR}
    RESULT_VARIABLE result
    OUTPUT_VARIABLE output
    ERROR_VARIABLE output)
  string(REGEX REPLACE "[][;]" "." output "${output}")
  string(REGEX MATCHALL "error: [^\n]*" errors "${output}")
  set(given)
  foreach(error IN LISTS errors)
    set(found "${error}")
    foreach(message IN LISTS messages)
      foreach(form IN ITEMS ": ${message}" " \"${message}\"")  # g++ and clang++, clang++ up to 15
        string(FIND "${error}\n" "${form}\n" place)
        if(error MATCHES "^error: static.assert" AND NOT place EQUAL -1)
          set(found "${message}")
        endif()
      endforeach()
    endforeach()
    list(APPEND given "${found}")
  endforeach()
  set(others ${given})
  list(REMOVE_ITEM others ${ARGN})
  set(wanted "no error")
  if(ARGN)
    list(GET ARGN 0 wanted)
  endif()
  if(others OR (ARGN AND NOT wanted IN_LIST given) OR (ARGN AND result EQUAL 0)
     OR NOT (ARGN OR result EQUAL 0))
    message(SEND_ERROR "${KERNEL} ${constants}: wanted '${wanted}', got:\n${output}")
  endif()
endfunction()

check("")

file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/cases.txt rows ENCODING UTF-8)
list(APPEND rows "end")
set(case_count 0)
set(constants)
set(covered)
foreach(row IN LISTS rows)
  if(row MATCHES "^  +\\| (.+)$")
    list(APPEND wanted "${CMAKE_MATCH_1}")
    continue()
  endif()
  if(constants)
    check("${constants}" ${wanted})
    list(APPEND covered ${wanted})
    math(EXPR case_count "${case_count} + 1")
    set(constants)
  endif()
  if(row MATCHES "^  ([^|]*[^| ]) *\\| (.+)$")
    if(file STREQUAL KERNEL)
      set(constants "${CMAKE_MATCH_1}")
      set(wanted "${CMAKE_MATCH_2}")
    endif()
  elseif(NOT row MATCHES "^#")
    set(file "${row}")
  endif()
endforeach()

foreach(message IN LISTS messages)
  if(NOT message IN_LIST covered)
    message(SEND_ERROR "${KERNEL}: no case breaks the rule: ${message}")
  endif()
endforeach()
message(STATUS "${KERNEL}: ${case_count} cases for ${rule_count} rules")
