# LANEWISE_SANITIZE: builds everything with the given sanitizers, e.g. "address,undefined" or "thread"
# (the presets asan and tsan). Reports end the process, so that a test with one fails.

set(LANEWISE_SANITIZE "" CACHE STRING "Sanitizers to build with, as in -fsanitize=; empty for none")

if(LANEWISE_SANITIZE)
  add_compile_options("-fsanitize=${LANEWISE_SANITIZE}" -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options("-fsanitize=${LANEWISE_SANITIZE}")
endif()
