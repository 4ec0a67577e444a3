// Hoists loads above a divergent branch if their address is uniform and lies within a variable of known size. The block
// from which the loads were hoisted then accesses no memory. This block can therefore be if-converted, and needs
// neither votes nor branches.
//
//   head: br i1 %varying, %then, %join              head: %a = getelementptr [32 x i32], ptr addrspace(3) @v, 0, %k
//   then: %a = getelementptr ..., @v, 0, %k               %x = load i32, ptr addrspace(3) %a
//         %x = load i32, ptr addrspace(3) %a              br i1 %varying, %then, %join
//         %s = xor i32 %x, %t                       then: %s = xor i32 %x, %t
//         br %join                                        br %join
//
// Runs before FastPaths; needs and keeps the form that NormalizeFlow makes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct HoistSafeLoads : llvm::PassInfoMixin<HoistSafeLoads> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
};

}  // namespace lanewise::compiler
