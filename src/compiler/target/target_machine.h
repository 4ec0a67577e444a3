// The code generator for a Target. Making one costs about a millisecond, so each thread keeps the one
// it used last.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "lanewise/target.h"

namespace lanewise::compiler {

/// Belongs to the calling thread, valid until it asks for another target.
llvm::TargetMachine& target_machine(const Target& target);

/// What the thread keeps may be damaged: the next call makes another one.
void forget_target_machine() noexcept;

/// How hard the code generator tries: beyond a budget (budget.h) it does only what it must.
enum class CodegenEffort : bool { minimal, optimizing };
void set_effort(llvm::TargetMachine& machine, CodegenEffort effort);

/// Tells every function of `module` what CPU to be compiled for.
void set_target_attributes(llvm::Module& module, const Target& target);

}  // namespace lanewise::compiler
