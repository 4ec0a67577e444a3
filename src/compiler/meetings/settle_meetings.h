// Decides how the work-items of a kernel reach its barriers: together, or each by itself from the start.
//
// Normally work-items reach barriers together: at branches that decide whether a barrier is reached, they are proved to
// agree, or they vote (group_votes.h). The kernel is then split into regions after every vote. This is too costly for
// two kinds of kernels. If gotos make many joins, blocks belong to many regions, and each region gets a copy of its
// blocks. If there are hundreds of votes and barriers, each value needs a phi at each of them. Each work-item of such a
// kernel runs by itself from the start (PartFromTheStart).
//
// Needs and keeps the form that NormalizeFlow makes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct SettleMeetings : llvm::PassInfoMixin<SettleMeetings> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
