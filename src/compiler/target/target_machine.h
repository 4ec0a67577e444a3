// LLVM's code generator for a Target. Creating a code generator and its passes takes a noticeable part of a small
// kernel's compilation time, so each thread keeps its last code generator.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "lanewise/target.h"

namespace lanewise::compiler {

/// Returns the calling thread's machine for `target`. The machine is valid until the thread requests a machine for
/// another target.
llvm::TargetMachine& target_machine(const Target& target);

/// Drops the thread's machine, which a failed guarded call may have damaged. The next call of target_machine() creates
/// a new machine.
void forget_target_machine() noexcept;

/// Effort of code generation: `minimal` means no optimization, for functions larger than a budget (budget.h).
enum class CodegenEffort : bool { minimal, optimizing };

/// Writes the object file of `module` to `object`; returns false if `machine` cannot write object files.
bool write_object(llvm::Module& module, llvm::TargetMachine& machine, CodegenEffort effort,
                  llvm::SmallVectorImpl<char>& object);

/// Sets the attributes that describe the CPU on every function of `module`.
void set_target_attributes(llvm::Module& module, const Target& target);

}  // namespace lanewise::compiler
