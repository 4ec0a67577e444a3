// Links an object file to a flat image that loads at any address (KernelCode): JITLink at a made-up
// base address, with every absolute address of the result written down as a relocation or import.
#pragma once

#include <llvm/Support/MemoryBufferRef.h>

#include <string>

#include "lanewise/kernel_info.h"

namespace lanewise::compiler {

/// Fills the image, its segments, relocations, imports and the entry (the function `entry_symbol`).
/// False and a sentence in `log` when the object cannot be linked.
bool link_image(llvm::MemoryBufferRef object, llvm::StringRef entry_symbol, KernelCode& code,
                std::string& log);

}  // namespace lanewise::compiler
