// Prevents LLVM 22's peephole optimizer from folding masked loads into instructions that move elements between lanes.
// The optimizer folds a load into an instruction with the same mask. However, the mask of such an instruction applies
// only to the result: the instruction reads all elements of its memory operand. The instruction would thus read
// elements that the load masked off. These elements should be zero, and their memory may be inaccessible.
//
//   %4 = VMOVDQU32Zrmkz %mask, %p, ...
//   %5 = VPSHUFDZrikz %mask, %4, -79
// would become
//   %5 = VPSHUFDZmikz %mask, %p, ..., -79
//
// This pass makes the load's memory operand volatile, which prevents the folding. Masked loads are still folded if all
// instructions that use them keep elements in place. docs/decisions/compiler/llvm-faults.md lists the LLVM reports and
// says when to check again whether LLVM still has this error.
//
// Thread-safety: call once in a process.
#pragma once

namespace lanewise::compiler {

/// Adds the pass to all code generators that are created later.
void keep_loads();

}  // namespace lanewise::compiler
