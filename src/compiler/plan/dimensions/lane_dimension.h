// Chooses the dimension of the launch along which lanes lie. Lanes lie along the dimension in which the kernel's
// accesses are adjacent in memory, if work-groups are wide enough in that dimension. This width is known only at
// launch. Therefore the costs of all dimensions are stored with the code. If the chosen dimension is bad for a launch,
// the device requests code for another dimension (device/kernel/lane_order.h).
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

#include "lanewise/compiler.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

/// Sets fact::lane_dimension and the costs of all dimensions on a canonical kernel. `wanted`: the dimension for which
/// the code is compiled.
void choose_lane_dimension(llvm::Function& kernel, const Target& target, Along wanted);

}  // namespace lanewise::compiler
