// Compiles OpenCL C to IR for spir64, by Clang in this process. Only files that the program includes are read from
// disk; Clang's OpenCL header and the user's clCompileProgram headers come from memory.
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

/// Returns the module, or null if there were errors. In a whole program, to which nothing will be linked, only the
/// functions that kernels need are generated. Diagnostics are appended to `log`; `held_back` is text that the log gets
/// only if the build fails.
std::unique_ptr<llvm::Module> parse_source(std::string_view source, const CompileOptions& options,
                                           bool is_whole_program, std::span<const Header> headers,
                                           llvm::LLVMContext& context, std::string& log, std::string& held_back);

}  // namespace lanewise::compiler
