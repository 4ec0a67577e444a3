// Kernels without loops that load bytes or shorts and compute with them in 32 bits, as filters of images do.
//
// Thread-safety: pure function.
#pragma once

#include "compiler/analysis/shape.h"

namespace lanewise::compiler {

/// Whether most of what lanes load side by side is widened to 32 bits, so that one register of bytes becomes several,
/// and little is computed with it. Of 32 filters by AVX-512 18 are of this kind, and take .83 of their time with as
/// many lanes as one register has words; those that compute in bytes or shorts take 1.6 of it.
bool widens_bytes(const llvm::Function& linearized, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
