# Compiler and linker flags shared by every target, through the interface target `lanewise_options`.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# The folder of the installed libraries. It belongs to Lanewise alone, because only an .icd file names the driver.
set(LANEWISE_LIBDIR "${CMAKE_INSTALL_LIBDIR}/lanewise")

include(LanewiseSanitize)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

add_library(lanewise_options INTERFACE)
target_include_directories(lanewise_options INTERFACE
  "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
target_compile_options(lanewise_options INTERFACE -Wall -Wextra -Wno-unused-parameter)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC reports overlaps in `"text" + std::string` that are impossible (GCC bug 105329).
  target_compile_options(lanewise_options INTERFACE -Wno-restrict)
endif()
target_compile_definitions(lanewise_options INTERFACE CL_TARGET_OPENCL_VERSION=300)
target_compile_options(lanewise_options INTERFACE -ffunction-sections -fdata-sections)

# lld links the static LLVM in seconds; without lld the compiler's default linker is used.
find_program(LLD_PROGRAM NAMES ld.lld-22 ld.lld PATHS /usr/lib/llvm-22/bin)
if(LLD_PROGRAM)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    set(LANEWISE_LLD "--ld-path=${LLD_PROGRAM}")
  else()
    get_filename_component(LLD_DIR "${LLD_PROGRAM}" REALPATH)
    get_filename_component(LLD_DIR "${LLD_DIR}" DIRECTORY)
    set(LANEWISE_LLD "-fuse-ld=lld" "-B${LLD_DIR}")
  endif()
  add_link_options(${LANEWISE_LLD})
endif()

include(LanewiseOldGlibc)

# Makes lld record in link/TARGET.tsv of the build folder which archive members a library takes
# (packaging/components.py).
function(lanewise_record_link target)
  if(LLD_PROGRAM)
    file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/link")
    target_link_options(${target} PRIVATE "LINKER:--why-extract=${PROJECT_BINARY_DIR}/link/${target}.tsv")
  endif()
endfunction()
