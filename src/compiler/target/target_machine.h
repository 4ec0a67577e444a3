// The code generator for a Target. Creating a code generator and setting up its passes takes a noticeable part of a
// small kernel's compilation, so each thread keeps its last one.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "lanewise/target.h"

namespace lanewise::compiler {

/// Returns the calling thread's machine for `target`, which is valid until the thread requests another target.
llvm::TargetMachine& target_machine(const Target& target);

/// Drops the thread's machine, which a failed guarded call may have damaged; the next target_machine() creates another
/// one.
void forget_target_machine() noexcept;

/// Effort of the code generator: `minimal` for functions larger than a budget (budget.h), without optimization.
enum class CodegenEffort : bool { minimal, optimizing };

/// Writes the object file of `module` to `object`; false if `machine` has no object files.
bool write_object(llvm::Module& module, llvm::TargetMachine& machine, CodegenEffort effort,
                  llvm::SmallVectorImpl<char>& object);

/// Sets the attributes that describe the CPU on every function of `module`.
void set_target_attributes(llvm::Module& module, const Target& target);

}  // namespace lanewise::compiler
