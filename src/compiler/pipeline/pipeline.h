// Compiles one linked kernel to code: docs/ir.md, "Stages of one kernel". The passes are those of stages.def.
//
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <string>

#include "compiler/ir/passes/pass_observer.h"
#include "lanewise/compiler.h"

namespace lanewise::compiler {

/// Fills `code` from `module`, which holds one kernel and the functions that it calls (link.h, extract_kernel). Returns
/// false, and a log, if the kernel breaks a rule of the language that only the whole program shows. `observer`, unless
/// it is null, is told of every pass; `filter`, unless it is null, leaves out optional ones.
bool compile_module(llvm::Module& module, llvm::TargetMachine& machine, const CodeOptions& options, KernelCode& code,
                    std::string& log, PassObserver* observer = nullptr, PassFilter* filter = nullptr);

}  // namespace lanewise::compiler
