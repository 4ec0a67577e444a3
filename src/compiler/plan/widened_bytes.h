// Detects kernels without loops that load bytes or shorts and compute with them in 32 bits, as image filters do.
//
// Thread-safety: pure function.
#pragma once

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Whether a kernel loads bytes and shorts contiguously, extends most of them to 32 bits, and computes little with
/// them. One register of bytes then becomes several registers. With AVX-512, such a kernel is fastest if the
/// number of its lanes is the number of 32-bit elements in a register. Kernels that compute in bytes or shorts are
/// faster with more lanes.
bool widens_bytes(const llvm::Function& linearized, const ShapeInfo& shapes);

}  // namespace lanewise::compiler
