// Prevents LLVM 22's peephole optimizer from folding masked loads into instructions that move elements. The optimizer
// folds a load into an instruction with the same mask. But this mask applies only to the results of the instruction,
// which reads all elements of its memory operand. The instruction would thus read elements that the load masked off.
// Their value should be zero, and their memory may not even be accessible.
//
//   %4 = VMOVDQU32Zrmkz %mask, %p, ...
//   %5 = VPSHUFDZrikz %mask, %4, -79
// would become
//   %5 = VPSHUFDZmikz %mask, %p, ..., -79
//
// The load stays separate, since this pass makes its memory operand volatile. Masked loads are still folded if all
// instructions that use them keep elements in place. docs/decisions/compiler/llvm-faults.md lists the LLVM reports and
// says when to check this fault again.
//
// Thread-safety: call once in a process.
#pragma once

namespace lanewise::compiler {

/// Adds the pass to all code generators that are created from now on.
void keep_loads();

}  // namespace lanewise::compiler
