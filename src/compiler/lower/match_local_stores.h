// Loads of local memory that lie across what neighbouring lanes have stored, as those of stencils do, become loads of
// just what was stored. A processor hands on what waits to be written only to loads of the same bytes; others wait
// until it has been written: behind a barrier that is where a work-group spends its time.
//
//   store <8 x i32> %v, ptr addrspace(3) %p         %a = load <8 x i32>, ptr addrspace(3) %p
//   ...                                             %b = load <8 x i32>, ptr addrspace(3) %p + 32
//   %x = load <8 x i32>, ptr addrspace(3) %p + 4    %x = shufflevector %a, %b, <1, 2, 3, 4, 5, 6, 7, 8>
//
// They read up to a vector more on each side than the kernel does: what lies around local memory may be read
// (device/pool/worker_memory.h). Where no lane is on they read the array's beginning.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct MatchLocalStores : llvm::PassInfoMixin<MatchLocalStores> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
