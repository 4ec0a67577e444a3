// Prevents LLVM 22's X86CompressEVEX from deleting masks that are still used. The pass replaces a mask of sign bits and
// its copy to an integer register by one VMOVMSK. It overlooks instructions that read the mask and write it, and uses
// in the next iteration of the same block:
//
//   $k0 = VPMOVD2MZ256kr $ymm0
//   $eax = KMOVBrk $k0
//   $k0 = KSHIFTRBki $k0, 2
// gets a use that the pass does see, and that emits no machine instruction:
//
//   $k0 = VPMOVD2MZ256kr $ymm0
//   KILL $k0
//   $eax = KMOVBrk $k0
//   $k0 = KSHIFTRBki $k0, 2
//
// docs/decisions/compiler/llvm-faults.md has the reports and says when to check again. Thread-safety: call once in a
// process.
#pragma once

namespace lanewise::compiler {

/// Adds the pass to all code generators that are created from now on.
void keep_masks();

}  // namespace lanewise::compiler
