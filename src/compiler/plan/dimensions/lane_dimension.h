// Chooses the dimension of the launch that lanes lie along. It is the dimension along which the kernel's accesses are
// adjacent in memory, if work-groups are wide enough there. This width is known only at launch. Therefore the costs of
// all dimensions are stored with the code. For a launch to which the chosen dimension does not suit, the device has
// other code made (device/kernel/lane_order.h).
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

#include "lanewise/compiler.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

/// Sets fact::lane_dimension and the costs of all dimensions on a canonical kernel. `wanted`: the dimension that the
/// code is compiled for.
void choose_lane_dimension(llvm::Function& kernel, const Target& target, Along wanted);

}  // namespace lanewise::compiler
