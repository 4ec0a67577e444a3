// Machine code from a finished module: LLVM's code generator to an object file in memory, then the
// image linker.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <string>

#include "lanewise/kernel_info.h"

namespace lanewise::compiler {

/// Fills the image of `code` from `module`, whose `entry_symbol` is the abi::Entry function.
/// False and a sentence in `log` on failure.
bool emit_code(llvm::Module& module, llvm::TargetMachine& machine, llvm::StringRef entry_symbol,
               KernelCode& code, std::string& log);

}  // namespace lanewise::compiler
