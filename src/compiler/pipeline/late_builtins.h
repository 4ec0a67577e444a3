// Supplies the late builtins (docs/ir.md) that a kernel's chunk functions call. Small builtins are inlined into chunk
// functions. For other builtins, the kernel's image gets a copy of machine code that is compiled once in a process
// (builtin_store.h). Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/Module.h>

#include <string>
#include <vector>

#include "compiler/emit/image_linker.h"
#include "compiler/ir/passes/analysis_managers.h"
#include "compiler/ir/passes/pass_observer.h"
#include "lanewise/compiler.h"

namespace lanewise::compiler {

/// Inlines late builtins or defines them in `module`. Builtins that are called as machine code stay declarations and
/// are added to `called`, so that the caller can link them. Sets fact::provisional on chunk functions if inlining more
/// builtins would make better code. Returns false, and adds a sentence to `log`, if a builtin is missing.
bool supply_late_builtins(llvm::Module& module, AnalysisManagers& analyses, const CodeOptions& options,
                          std::vector<LinkedFunction>& called, PassObserver* observer, std::string& log);

}  // namespace lanewise::compiler
