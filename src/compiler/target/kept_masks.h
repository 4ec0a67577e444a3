// Prevents LLVM 22's X86CompressEVEX from deleting masks that are still used. X86CompressEVEX replaces a mask of sign
// bits and the copy of the mask to an integer register by one VMOVMSK. X86CompressEVEX overlooks two kinds of uses:
// instructions that both read and write the mask, and, if the block is a loop, uses of the mask in the next iteration:
//
//   $k0 = VPMOVD2MZ256kr $ymm0
//   $eax = KMOVBrk $k0
//   $k0 = KSHIFTRBki $k0, 2
// This pass adds a use of the mask that X86CompressEVEX recognizes, and for which no machine code is emitted:
//
//   $k0 = VPMOVD2MZ256kr $ymm0
//   KILL $k0
//   $eax = KMOVBrk $k0
//   $k0 = KSHIFTRBki $k0, 2
//
// docs/decisions/compiler/llvm-faults.md lists the LLVM reports and says when to check again whether LLVM still has
// this error. Thread-safety: call once in a process.
#pragma once

namespace lanewise::compiler {

/// Adds the pass to all code generators that are created later.
void keep_masks();

}  // namespace lanewise::compiler
