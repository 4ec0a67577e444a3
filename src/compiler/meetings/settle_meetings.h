// Decides how the work-items of a kernel come to its barriers: together, or each alone from the start.
//
// Normally they come together: at branches that decide about a barrier they are proved to agree, or vote
// (group_votes.h). The kernel is then split into regions after every vote. Two kinds of kernels are too costly for
// this. If gotos join in many ways, blocks belong to many regions, each of which gets a copy. If there are hundreds of
// votes and barriers, each value takes a phi at each. In such a kernel each work-item goes alone from the start
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
