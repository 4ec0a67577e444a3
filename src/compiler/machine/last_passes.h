// The passes between a function in its final form and the code generator: the same for kernels and builtins.
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/Module.h>

#include "compiler/ir/analysis_managers.h"

namespace lanewise::compiler {

/// Without `optimize` only what the code generator needs.
void run_last_passes(llvm::Module& module, AnalysisManagers& analyses, bool optimize);

}  // namespace lanewise::compiler
