// OpenCL C to IR for spir64, by Clang in this process. Nothing is read from disk but what the program
// includes; Clang's OpenCL header and the user's clCompileProgram headers come from memory.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "compiler/compiler.h"
#include "compiler/options.h"

namespace lanewise::compiler {

/// The module, or null when there were errors. Diagnostics are appended to `log`.
std::unique_ptr<llvm::Module> parse_source(std::string_view source, const CompileOptions& options,
                                           std::span<const Header> headers,
                                           llvm::LLVMContext& context, std::string& log);

}  // namespace lanewise::compiler
