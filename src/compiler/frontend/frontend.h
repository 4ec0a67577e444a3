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

/// Returns the module, or null if there were errors. For a whole program, to which no other object will be linked,
/// generates only the functions that kernels need. Appends diagnostics to `log`. Sets `held_back` to text that the
/// caller appends to the log only if the build fails.
std::unique_ptr<llvm::Module> parse_source(std::string_view source, const CompileOptions& options,
                                           bool is_whole_program, std::span<const Header> headers,
                                           llvm::LLVMContext& context, std::string& log, std::string& held_back);

}  // namespace lanewise::compiler
