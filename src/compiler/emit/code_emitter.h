// Generates machine code from a finished module: LLVM's code generator writes an object file to memory, and the image
// linker links it.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <span>
#include <string>

#include "compiler/emit/image_linker.h"
#include "compiler/emit/stack_sizes.h"
#include "compiler/target/target_machine.h"

namespace lanewise::compiler {

/// Fills the image of `code` from `module`. The image's entry is the function `entry_symbol`. If the module declares
/// one of `functions` without defining it, copies this function into the image. Sets `frames` to the stack frame sizes
/// of the module's functions. On failure, returns false and appends a sentence to `log`.
bool emit_code(llvm::Module& module, llvm::TargetMachine& machine, CodegenEffort effort, llvm::StringRef entry_symbol,
               ImageLayout layout, std::span<const LinkedFunction> functions, FlatImage& code, FrameSizes& frames,
               std::string& log);

}  // namespace lanewise::compiler
