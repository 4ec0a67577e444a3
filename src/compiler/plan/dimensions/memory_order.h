// Orders the dimensions of a kernel by the distance in memory between neighbouring ids. The distance follows from the
// id's factors in addresses: in `a[(z * h + y) * w + x]` the id x has no factor, y has one factor, and z has two.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

#include <array>

namespace lanewise::compiler {

/// Returns the dimensions of a canonical kernel from the smallest distance to the largest. `first`: the dimension with
/// the smallest distance. If the accesses do not determine the order of the other two dimensions, the lower dimension
/// comes first.
std::array<unsigned, 3> memory_order(const llvm::Function& kernel, unsigned first);

}  // namespace lanewise::compiler
