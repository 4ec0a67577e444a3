# `lanewise_llvm`: the compile and link options of sources that use LLVM and Clang. Only static archives are used, so
# that no other LLVM in the process can conflict with ours and none need be installed at run time.

find_program(LLVM_CONFIG_PROGRAM NAMES llvm-config-22 PATHS "${LLVM_TOOLS_BINARY_DIR}" REQUIRED)
set(LANEWISE_LLVM_COMPONENTS x86codegen x86asmparser x86desc x86info passes orcjit jitlink
    bitreader bitwriter linker irreader coverage
    frontenddriver)
execute_process(
  COMMAND "${LLVM_CONFIG_PROGRAM}" --link-static --libfiles ${LANEWISE_LLVM_COMPONENTS}
  OUTPUT_VARIABLE LANEWISE_LLVM_ARCHIVES OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(LANEWISE_LLVM_ARCHIVES UNIX_COMMAND "${LANEWISE_LLVM_ARCHIVES}")

set(LANEWISE_CLANG_ARCHIVES)
foreach(library CodeGen Frontend Driver Options Parse Sema Serialization Edit Analysis
        AnalysisLifetimeSafety AST ASTMatchers APINotes Lex Support Basic)
  find_library(CLANG_${library}_ARCHIVE "libclang${library}.a"
               PATHS "${LLVM_LIBRARY_DIR}" NO_DEFAULT_PATH REQUIRED)
  list(APPEND LANEWISE_CLANG_ARCHIVES "${CLANG_${library}_ARCHIVE}")
endforeach()

# The archives of zlib and zstd, with which LLVM compresses sections. With static archives, the installed libraries do
# not depend on the versions of zlib and zstd that a system has.
find_library(ZLIB_ARCHIVE libz.a REQUIRED)
find_library(ZSTD_ARCHIVE libzstd.a REQUIRED)

add_library(lanewise_llvm INTERFACE)
target_include_directories(lanewise_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_compile_definitions(lanewise_llvm INTERFACE
  __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
target_compile_options(lanewise_llvm INTERFACE -fno-rtti)
target_link_libraries(lanewise_llvm INTERFACE
  "-Wl,--start-group" ${LANEWISE_CLANG_ARCHIVES} ${LANEWISE_LLVM_ARCHIVES} "-Wl,--end-group"
  "-Wl,--as-needed" "${ZLIB_ARCHIVE}" "${ZSTD_ARCHIVE}" xml2 z3 Threads::Threads ${CMAKE_DL_LIBS} m)
target_link_options(lanewise_llvm INTERFACE "-Wl,--gc-sections" "-Wl,-z,nostart-stop-gc")
