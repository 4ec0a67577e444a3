// Keeps LLVM 22's X86CompressEVEX from deleting masks that are still used. Where a mask of sign bits is copied to an
// integer register it takes both for one VMOVMSK, but it overlooks instructions that read the mask and write it, and
// uses in the next iteration of the same block:
//
//   $k0 = VPMOVD2MZ256kr $ymm0
//   $eax = KMOVBrk $k0
//   $k0 = KSHIFTRBki $k0, 2
// gets a use that the pass does not overlook, and that is no instruction of the processor:
//
//   $k0 = VPMOVD2MZ256kr $ymm0
//   KILL $k0
//   $eax = KMOVBrk $k0
//   $k0 = KSHIFTRBki $k0, 2
//
// docs/decisions.md has the reports and says when to look again. Thread-safety: call once in a process.
#pragma once

namespace lanewise::compiler {

/// Makes it a pass of all code generators that are set up from now on.
void keep_masks();

}  // namespace lanewise::compiler
