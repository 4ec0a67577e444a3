// Links an object file to a flat image that loads at any address (KernelCode). JITLink links at an arbitrary base
// address, and the linker records every absolute address of the result as a relocation or an import.
#pragma once

#include <llvm/Support/MemoryBufferRef.h>

#include <span>
#include <string>

#include "lanewise/kernel_info.h"

namespace lanewise::compiler {

/// A function that the linker copies into each image that calls the function by `name`. The function has an
/// image of its own, which may have imports, but no writable data and no relocations.
struct LinkedFunction {
    std::string name;
    const FlatImage* code = nullptr;
};

/// Layout of segments: `pages` is for images that are loaded, `packed` for images that are copied into other images.
enum class ImageLayout : bool { pages, packed };

/// Fills the image, its segments, relocations, imports and the entry (the function `entry_symbol`), and copies
/// `functions` into it. Returns false and appends a sentence to `log` if the object cannot be linked.
bool link_image(llvm::MemoryBufferRef object, llvm::StringRef entry_symbol, ImageLayout layout,
                std::span<const LinkedFunction> functions, FlatImage& code, std::string& log);

}  // namespace lanewise::compiler
