// Decides how the work-items of a kernel reach its barriers: together, or each by itself from the start.
//
// Normally work-items reach barriers together. At each branch that decides whether a barrier is reached, the compiler
// proves that the work-items agree, or the work-items vote (group_votes.h). The kernel is then split into regions after
// every vote. For two kinds of kernels these regions are too costly. If a kernel has many joins because of goto, its
// blocks belong to many regions, and each region gets a copy of its blocks. If a kernel has hundreds of votes and
// barriers, each value needs a phi at each vote and barrier. In both kinds, each work-item runs by itself from the
// start (PartFromTheStart).
//
// Needs and preserves the form that NormalizeFlow makes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SettleMeetings : llvm::PassInfoMixin<SettleMeetings> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
