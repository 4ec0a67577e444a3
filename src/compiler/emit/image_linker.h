// Links an object file to a flat image that loads at any address (KernelCode). JITLink links at a made-up base address,
// and every absolute address of the result is recorded as a relocation or import.
#pragma once

#include <llvm/Support/MemoryBufferRef.h>

#include <span>
#include <string>

#include "lanewise/kernel_info.h"

namespace lanewise::compiler {

/// A function that becomes part of the images that call it by `name`. Its own image has imports, but nothing writable
/// and no relocations.
struct LinkedFunction {
    std::string name;
    const FlatImage* code = nullptr;
};

/// The layout of an image's segments: to be loaded, or to become part of another image.
enum class ImageLayout : bool { pages, packed };

/// Fills the image, its segments, relocations, imports and the entry (the function `entry_symbol`), and copies
/// `functions` into it. False and a sentence in `log` if the object cannot be linked.
bool link_image(llvm::MemoryBufferRef object, llvm::StringRef entry_symbol, ImageLayout layout,
                std::span<const LinkedFunction> functions, FlatImage& code, std::string& log);

}  // namespace lanewise::compiler
