// OpenCL C to IR for spir64, by Clang in this process. Nothing is read from disk but what the program
// includes; Clang's OpenCL header and the user's clCompileProgram headers come from memory.
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

/// The module, or null when there were errors. Of a whole program, to which nothing will be linked, only what its
/// kernels need is made. Diagnostics are appended to `log`; `held_back` is what the log of a build that fails has
/// besides.
std::unique_ptr<llvm::Module> parse_source(std::string_view source, const CompileOptions& options,
                                           bool is_whole_program, std::span<const Header> headers,
                                           llvm::LLVMContext& context, std::string& log, std::string& held_back);

}  // namespace lanewise::compiler
