// Translates a SPIR-V module to IR for spir64 in the form that docs/design/front_end.md describes. The later stages
// treat this IR like IR from OpenCL C.
//
// The files of this folder throw spirv::InvalidModule if a module breaks a rule; translate_spirv() catches this
// exception. Thread-safety: any number of threads, each with a context of its own.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>

#include "compiler/frontend/options.h"
#include "lanewise/compiler.h"

namespace lanewise::compiler {

/// Returns the module. On a fault, returns null and adds a line with the instruction, its result and the reason to
/// `log`.
std::unique_ptr<llvm::Module> translate_spirv(const SpirvProgram& program, const CompileOptions& options,
                                              llvm::LLVMContext& context, std::string& log);

}  // namespace lanewise::compiler
