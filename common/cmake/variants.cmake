# rewrite_constants(<out> <file> [<CONSTANT>=<value>…])
# Sets <out> to the text of a kernel, with the named file-scope constants replaced.
function(rewrite_constants out file)
  file(READ ${file} text)
  foreach(assignment IN LISTS ARGN)
    string(REPLACE "=" ";" pair ${assignment})
    list(GET pair 0 constant)
    list(GET pair 1 value)
    set(pattern "constexpr int ${constant} = [0-9]+;")
    if(NOT text MATCHES "${pattern}")
      message(FATAL_ERROR "${file} has no constant ${constant}.")
    endif()
    string(REGEX REPLACE "${pattern}" "constexpr int ${constant} = ${value};" text "${text}")
  endforeach()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

# make_variant(<out> <name> <kernel> [<CONSTANT>=<value>…])
# Sets <out> to a folder in the build tree that is a stage folder like those at the top: the driver,
# and <kernel> (a file below the project's folder) as its kernel.cuh, with the named file-scope
# constants replaced.
function(make_variant out name kernel)
  set(folder ${PROJECT_BINARY_DIR}/variants/${name})
  set(source ${PROJECT_SOURCE_DIR}/${kernel})
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  rewrite_constants(text ${source} ${ARGN})
  file(WRITE ${folder}/kernel.cuh.in "${text}")
  configure_file(${folder}/kernel.cuh.in ${folder}/kernel.cuh COPYONLY)  # only when it changed
  configure_file(${PROJECT_SOURCE_DIR}/01_naive/main.cu ${folder}/main.cu COPYONLY)
  set(${out} ${folder} PARENT_SCOPE)
endfunction()
