// Which dimension of the launch lanes lie along: the one that the kernel goes through memory along, as far as its work-
// groups are wide enough in it. Only launches tell how wide those are: what each dimension costs goes to the device
// with the code, which has other code made for a launch that the chosen dimension does not suit
// (device/kernel/lane_order.h).
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

#include "lanewise/compiler.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

/// Leaves fact::lane_dimension and what the dimensions cost on a canonical kernel. `wanted` is what the code is for.
void choose_lane_dimension(llvm::Function& kernel, const Target& target, Along wanted);

}  // namespace lanewise::compiler
