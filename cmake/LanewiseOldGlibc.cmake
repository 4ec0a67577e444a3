# LANEWISE_OLD_GLIBC lets the two libraries run with C libraries that are older than the build machine's, down to this
# version of glibc. Empty turns this off: the libraries then need the build machine's C library or a newer one.
#
# A program binds each function of glibc to the newest version of the function that the linker sees. Here the linker sees
# libraries without code (stubs), which offer only the old versions. The file src/old_glibc.cpp defines the functions
# that the old C library lacks. If the libraries call any other new function, the link fails and names it.

set(oldest "")
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64" AND LLD_PROGRAM
   AND NOT LANEWISE_SANITIZE)
  set(oldest "2.28")
endif()
set(LANEWISE_OLD_GLIBC "${oldest}" CACHE STRING "Oldest glibc that the libraries run with; empty for the machine's own")
if(NOT LANEWISE_OLD_GLIBC)
  return()
endif()

find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(stubs "${PROJECT_BINARY_DIR}/old_glibc")
set(script "${PROJECT_SOURCE_DIR}/cmake/glibc_stubs.py")
set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${script}")
if(NOT EXISTS "${stubs}/made_for_${LANEWISE_OLD_GLIBC}" OR "${script}" IS_NEWER_THAN "${stubs}/libc.so")
  execute_process(
    COMMAND "${Python3_EXECUTABLE}" "${script}" "${CMAKE_C_COMPILER}" "${LLD_PROGRAM}" "${LANEWISE_OLD_GLIBC}" "${stubs}"
    COMMAND_ERROR_IS_FATAL ANY)
endif()

target_sources(lanewise_library INTERFACE "${PROJECT_SOURCE_DIR}/src/old_glibc.cpp")
set_property(TARGET lanewise_library APPEND PROPERTY INTERFACE_LINK_DEPENDS "${stubs}/libc.so")
target_link_options(lanewise_library INTERFACE "-L${stubs}" "LINKER:--as-needed")
# Conversions of half are newer functions of libgcc_s than those that old systems have, so they come from the archive,
# before the compiler adds the shared library. The threads and the dynamic loader were in libraries of their own.
target_link_libraries(lanewise_library INTERFACE "-lgcc" pthread dl m)
