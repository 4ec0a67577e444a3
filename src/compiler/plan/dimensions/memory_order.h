// Orders the dimensions of a kernel by the distance in memory between neighbouring ids, found by the factors of ids in
// addresses. In `a[(z * h + y) * w + x]` the id x has no factor, y has one, and z has two.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

#include <array>

namespace lanewise::compiler {

/// Returns the dimensions from the smallest distance to the largest: `first`, which is known, and the other two. If the
/// accesses do not show an order, the lower of these two comes first. For a canonical kernel.
std::array<unsigned, 3> memory_order(const llvm::Function& kernel, unsigned first);

}  // namespace lanewise::compiler
