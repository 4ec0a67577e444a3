// Chooses the dimension of the launch that lanes lie along. It is the one along which the kernel steps through memory,
// if its work-groups are wide enough there. Only launches tell how wide those are. The cost of each dimension therefore
// goes to the device with the code. The device has other code made for a launch that the chosen dimension does not suit
// (device/kernel/lane_order.h).
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

#include "lanewise/compiler.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

/// Sets fact::lane_dimension and the costs of all dimensions on a canonical kernel. `wanted`: what the code is for.
void choose_lane_dimension(llvm::Function& kernel, const Target& target, Along wanted);

}  // namespace lanewise::compiler
