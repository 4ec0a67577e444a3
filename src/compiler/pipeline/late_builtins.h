// The late builtins (docs/ir.md) that a kernel's chunk functions call: those that are small become part of the
// chunks, of the others the kernel's image gets the machine code that the process has (builtin_store.h).
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

#include "compiler/emit/image_linker.h"
#include "compiler/ir/analysis_managers.h"
#include "compiler/ir/pass_observer.h"
#include "lanewise/compiler.h"

namespace lanewise::compiler {

/// Afterwards `module` calls late builtins only as functions that it declares and `called` names, to be linked
/// (or, where there is no such code, defines). Sets fact::provisional on chunk functions. False and a sentence in
/// `log` when one is missing.
bool supply_late_builtins(llvm::Module& module, AnalysisManagers& analyses, const CodeOptions& options,
                          std::vector<LinkedFunction>& called, PassObserver* observer, std::string& log);

}  // namespace lanewise::compiler
