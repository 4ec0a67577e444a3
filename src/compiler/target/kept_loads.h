// Keeps LLVM 22's peephole optimizer from making masked loads operands of instructions that move elements. It does so
// where both have the same mask. That of such an instruction is for its results: it reads all elements of its operand,
// those too that the load left out, where zeros should be, or no memory is.
//
//   %4 = VMOVDQU32Zrmkz %mask, %p, ...
//   %5 = VPSHUFDZrikz %mask, %4, -79
// would become
//   %5 = VPSHUFDZmikz %mask, %p, ..., -79
//
// and stays, since the load's memory operand is volatile behind this pass. Masked loads that only instructions use
// whose elements stay where they are may become operands. docs/decisions.md has the reports and says when to look
// again.
//
// Thread-safety: call once in a process.
#pragma once

namespace lanewise::compiler {

/// Makes it a pass of all code generators that are set up from now on.
void keep_loads();

}  // namespace lanewise::compiler
