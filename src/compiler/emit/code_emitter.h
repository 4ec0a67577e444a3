// Machine code from a finished module: LLVM's code generator to an object file in memory, then the
// image linker.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <span>
#include <string>

#include "compiler/emit/image_linker.h"
#include "compiler/emit/stack_sizes.h"
#include "compiler/target/target_machine.h"

namespace lanewise::compiler {

/// Fills the image of `code` from `module`, whose `entry_symbol` is the function it is called by; `functions` that the
/// module only declares are linked into it. `frames` becomes what its functions take of a stack.
/// False and a sentence in `log` on failure.
bool emit_code(llvm::Module& module, llvm::TargetMachine& machine, CodegenEffort effort, llvm::StringRef entry_symbol,
               ImageLayout layout, std::span<const LinkedFunction> functions, FlatImage& code, FrameSizes& frames,
               std::string& log);

}  // namespace lanewise::compiler
