// Kernels without loops that load bytes or shorts and compute with them in 32 bits, as filters of images do.
//
// Thread-safety: pure function.
#pragma once

#include "compiler/analysis/shape.h"

namespace lanewise::compiler {

/// Whether most of what lanes load side by side is widened to 32 bits, so that one register of bytes becomes several:
/// of 32 filters 22 compute so, and take .85 of their time with one register of words; those that compute in bytes or
/// shorts take 1.5 of it.
bool widens_bytes(const llvm::Function& linearized, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
