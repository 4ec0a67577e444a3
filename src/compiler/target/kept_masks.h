// Prevents LLVM 22's X86CompressEVEX from deleting masks that are still used. X86CompressEVEX replaces a mask of sign
// bits and the copy of the mask to an integer register by one VMOVMSK. It overlooks instructions that both read and
// write the mask, and uses of the mask in the next iteration of the same block:
//
//   $k0 = VPMOVD2MZ256kr $ymm0
//   $eax = KMOVBrk $k0
//   $k0 = KSHIFTRBki $k0, 2
// gets a use that X86CompressEVEX does see, and that emits no machine instruction:
//
//   $k0 = VPMOVD2MZ256kr $ymm0
//   KILL $k0
//   $eax = KMOVBrk $k0
//   $k0 = KSHIFTRBki $k0, 2
//
// docs/decisions/compiler/llvm-faults.md lists the LLVM reports and says when to check this fault again. Thread-safety:
// call once in a process.
#pragma once

namespace lanewise::compiler {

/// Adds the pass to all code generators that are created from now on.
void keep_masks();

}  // namespace lanewise::compiler
