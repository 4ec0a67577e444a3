// Detects kernels without loops that load bytes or shorts and compute with them in 32 bits, as filters of images do.
//
// Thread-safety: pure function.
#pragma once

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Whether most bytes and shorts that lanes load side by side are widened to 32 bits, and little is computed with them.
/// One register of bytes becomes several. With AVX-512, filters of this kind are faster with as many lanes as a
/// register has words. Filters that compute in bytes or shorts are slower with these.
bool widens_bytes(const llvm::Function& linearized, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
