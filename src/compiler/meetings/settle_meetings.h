// How the work-items of a kernel come to its barriers. As a rule together: at branches that decide about a barrier they
// are proved to agree, or vote (group_votes.h). Then the kernel is cut into regions behind every vote. Where gotos join
// in many ways, blocks would belong to many regions, of which each gets a copy, and where there are votes and barriers
// by the hundred, each value would take a phi at each; in such a kernel each work-item goes alone from the start
// (PartFromTheStart).
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
