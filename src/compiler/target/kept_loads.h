// Prevents LLVM 22's peephole optimizer from folding masked loads into instructions that move elements. The optimizer
// folds them if both have the same mask. But the instruction's mask applies to its results: it reads all elements of
// its operand. It thus reads elements that the load masked off, which should be zeros, or may not even be in memory.
//
//   %4 = VMOVDQU32Zrmkz %mask, %p, ...
//   %5 = VPSHUFDZrikz %mask, %4, -79
// would become
//   %5 = VPSHUFDZmikz %mask, %p, ..., -79
//
// The load stays separate, since this pass makes its memory operand volatile. Masked loads are still folded if all
// instructions that use them keep elements in place. docs/decisions/compiler/llvm-faults.md has the reports and says
// when to check again.
//
// Thread-safety: call once in a process.
#pragma once

namespace lanewise::compiler {

/// Adds the pass to all code generators that are created from now on.
void keep_loads();

}  // namespace lanewise::compiler
