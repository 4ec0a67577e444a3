// Compiles OpenCL C to LLVM IR for the target spir64, with Clang as a library. Only files that the program includes are
// read from disk. Clang's OpenCL header and the headers that the application passes to clCompileProgram are in memory.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "compiler/frontend/options.h"
#include "lanewise/compiler.h"

namespace lanewise::compiler {

/// Returns the module, or null if there were errors. For a whole program, to which no other object will be linked,
/// generates only the functions that kernels need. Appends diagnostics to `log`. Sets `held_back` to a text that the
/// caller must append to the log if the build fails later, and discard otherwise.
std::unique_ptr<llvm::Module> parse_source(std::string_view source, const CompileOptions& options,
                                           bool is_whole_program, std::span<const Header> headers,
                                           llvm::LLVMContext& context, std::string& log, std::string& held_back);

}  // namespace lanewise::compiler
