// Names of our passes (registry.def), for pass_opt and its tests: `--passes=inline_all,verify`.
#pragma once

#include <llvm/Passes/PassBuilder.h>

namespace lanewise::compiler {

/// Makes `builder` understand the names of registry.def in textual pipelines.
void register_passes(llvm::PassBuilder& builder);

}  // namespace lanewise::compiler
