// The code generator for a Target. Making one costs about a millisecond, and putting its passes together a third of
// one, so each thread keeps what it used last.
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

/// The object file of `module`, into `object`; false where `machine` has none.
bool write_object(llvm::Module& module, llvm::TargetMachine& machine, CodegenEffort effort,
                  llvm::SmallVectorImpl<char>& object);

/// Tells every function of `module` what CPU to be compiled for.
void set_target_attributes(llvm::Module& module, const Target& target);

}  // namespace lanewise::compiler
