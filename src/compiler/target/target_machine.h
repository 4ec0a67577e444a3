// The code generator for a Target. Creating one and setting up its passes takes a noticeable part of a small kernel's
// time, so each thread keeps the last one.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "lanewise/target.h"

namespace lanewise::compiler {

/// Returns the calling thread's machine, valid until the thread asks for another target.
llvm::TargetMachine& target_machine(const Target& target);

/// Drops the thread's machine, which may be damaged: the next call creates another one.
void forget_target_machine() noexcept;

/// Effort of the code generator: beyond a budget (budget.h) it does only the necessary.
enum class CodegenEffort : bool { minimal, optimizing };

/// Writes the object file of `module` to `object`; false if `machine` has no object files.
bool write_object(llvm::Module& module, llvm::TargetMachine& machine, CodegenEffort effort,
                  llvm::SmallVectorImpl<char>& object);

/// Sets the CPU to compile for as attributes of every function of `module`.
void set_target_attributes(llvm::Module& module, const Target& target);

}  // namespace lanewise::compiler
