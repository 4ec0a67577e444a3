// Supplies the late builtins (docs/ir.md) that a kernel's chunk functions call. Small ones become part of the chunks.
// For the others, the kernel's image gets the machine code that the process has (builtin_store.h).
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

#include "compiler/emit/image_linker.h"
#include "compiler/ir/passes/analysis_managers.h"
#include "compiler/ir/passes/pass_observer.h"
#include "lanewise/compiler.h"

namespace lanewise::compiler {

/// Leaves calls of late builtins only to functions that `module` declares and `called` names, to be linked. Functions
/// without machine code are defined in `module`. Sets fact::provisional on chunk functions. Returns false, and a
/// sentence in `log`, if a builtin is missing.
bool supply_late_builtins(llvm::Module& module, AnalysisManagers& analyses, const CodeOptions& options,
                          std::vector<LinkedFunction>& called, PassObserver* observer, std::string& log);

}  // namespace lanewise::compiler
