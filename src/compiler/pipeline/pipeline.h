// Compiles one linked kernel to code. docs/ir.md, "Stages of one kernel", describes the stages; stages.def lists the
// passes.
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
/// false, and adds the reason to `log`, if the kernel violates a rule that can be checked only after linking, or cannot
/// be compiled. `observer`, if not null, is notified of every pass. `filter`, if not null, may leave out optional
/// passes.
bool compile_module(llvm::Module& module, llvm::TargetMachine& machine, const CodeOptions& options, KernelCode& code,
                    std::string& log, PassObserver* observer = nullptr, PassFilter* filter = nullptr);

}  // namespace lanewise::compiler
