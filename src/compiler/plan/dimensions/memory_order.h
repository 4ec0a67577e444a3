// Finds the order in which the dimensions of a kernel step through memory, by the factors of their ids in addresses. In
// `a[(z * h + y) * w + x]` the id x has no factor, y has one, and z two.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

#include <array>

namespace lanewise::compiler {

/// Returns the dimensions from the smallest step to the largest: `first`, which is known, and the two others. If
/// accesses do not tell, the lower of these comes first. For a canonical kernel.
std::array<unsigned, 3> memory_order(const llvm::Function& kernel, unsigned first);

}  // namespace lanewise::compiler
