# LANEWISE_OLD_GLIBC is the oldest version of glibc with which the two libraries run. If it is empty, the libraries need
# the build machine's C library or a newer one.
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
# The conversions of half come from the archive libgcc, which stands before the shared libgcc_s that the compiler adds:
# old versions of libgcc_s lack these functions. Old versions of glibc have threads and the dynamic loader in separate
# libraries.
target_link_libraries(lanewise_library INTERFACE "-lgcc" pthread dl m)
