# LANEWISE_SANITIZE builds everything with the given sanitizers, e.g. "address,undefined" or "thread" (the presets asan
# and tsan, which need Debian's libclang-rt-22-dev). A report ends the process, so that its test fails.
#
# `lanewise_library` carries the link options of our two shared libraries that cannot be combined with a sanitizer.

set(LANEWISE_SANITIZE "" CACHE STRING "Sanitizers to build with, as in -fsanitize=; empty for none")

add_library(lanewise_library INTERFACE)
if(LANEWISE_SANITIZE)
  add_compile_options("-fsanitize=${LANEWISE_SANITIZE}" -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options("-fsanitize=${LANEWISE_SANITIZE}")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # The check `function` reads a function's type before its first instruction, where compiled kernels have no type.
    add_compile_options(-fno-sanitize=function)
  endif()
else()
  # Makes undefined symbols an error. With a sanitizer this is impossible: the sanitizer's runtime is in the executable,
  # so the libraries have undefined symbols.
  target_link_options(lanewise_library INTERFACE "LINKER:-z,defs")
  # Links a separate C++ library into each of our libraries, hidden by the version script. It shares no memory, lock or
  # setting with another C++ library in the process. A sanitizer, however, must see the shared C++ library. libgcc stays
  # shared, because pthread_exit unwinds through it.
  target_link_options(lanewise_library INTERFACE -static-libstdc++
                      "LINKER:--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free")
  target_sources(lanewise_library INTERFACE "${PROJECT_SOURCE_DIR}/src/own_allocation.cpp")
endif()
