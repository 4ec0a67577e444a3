# LANEWISE_SANITIZE: builds everything with the given sanitizers, e.g. "address,undefined" or "thread"
# (the presets asan and tsan, which need Debian's libclang-rt-22-dev). Reports end the process, so that
# a test with one fails.
#
# `lanewise_library` carries the link options of our two shared libraries that a sanitizer excludes.

set(LANEWISE_SANITIZE "" CACHE STRING "Sanitizers to build with, as in -fsanitize=; empty for none")

add_library(lanewise_library INTERFACE)
if(LANEWISE_SANITIZE)
  add_compile_options("-fsanitize=${LANEWISE_SANITIZE}" -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options("-fsanitize=${LANEWISE_SANITIZE}")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # Looks in front of a function for its type: kernels have none there.
    add_compile_options(-fno-sanitize=function)
  endif()
else()
  # A sanitizer's runtime is the executable's: its symbols stay undefined.
  target_link_options(lanewise_library INTERFACE "LINKER:-z,defs")
  # Each library has a C++ library of its own, hidden by its version script, so that it shares no memory, lock or setting
  # with another one in the process. A sanitizer has to see the shared one. libgcc stays shared: pthread_exit unwinds by
  # it.
  target_link_options(lanewise_library INTERFACE -static-libstdc++
                      "LINKER:--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free")
  target_sources(lanewise_library INTERFACE "${PROJECT_SOURCE_DIR}/src/own_allocation.cpp")
endif()
