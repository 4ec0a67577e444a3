// Replaces loads from local memory, each of which overlaps two stores (as in stencils), by loads of exactly the stored
// vectors. A processor forwards a pending store only to a load of the same bytes. A load that overlaps two pending
// stores waits until both stores are written to the cache. Without this pass, work-groups would spend most of their
// time after a barrier on such waits.
//
//   store <8 x i32> %v, ptr addrspace(3) %p         %a = load <8 x i32>, ptr addrspace(3) %p
//   ...                                             %b = load <8 x i32>, ptr addrspace(3) %p + 32
//   %x = load <8 x i32>, ptr addrspace(3) %p + 4    %x = shufflevector %a, %b, <1, 2, 3, 4, 5, 6, 7, 8>
//
// The new loads read up to one vector before and after the elements that the kernel reads. The device therefore makes
// the memory before and after local memory readable (device/pool/worker_memory.h). If no lane is active, the new loads
// read the beginning of the array.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct MatchLocalStores : llvm::PassInfoMixin<MatchLocalStores> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
