// Inserts votes at branches that decide whether a group's work-items meet, unless the branches are proved uniform for
// the group (analysis/group_decisions.h). All work-items reach the branch, and `ocl.group_vote` combines their
// conditions (see below). If the conditions differ, the work-items continue in the code that PartItems adds.
//
//   b: br i1 %c, label %t, label %f          b:       %v = call i32 @ocl.group_vote(i1 %c)
//                                                     %all = icmp eq i32 %v, 2
//                                                     br i1 %all, label %t, label %b.some
//                                            b.some:  %none = icmp eq i32 %v, 1
//                                                     br i1 %none, label %f, label %b.parted
//                                            b.parted: call void @ocl.parted()
//                                                     br label %return
//
// Needs and preserves the form that NormalizeFlow makes.
#pragma once

#include <llvm/IR/PassManager.h>

#include <cstdint>

namespace lanewise::compiler {

struct GroupVotes : llvm::PassInfoMixin<GroupVotes> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

/// Bits of the result of `ocl.group_vote`: the condition holds for some work-items, fails for some, or both.
namespace vote {
inline constexpr std::uint32_t fails_for_some = 1;
inline constexpr std::uint32_t holds_for_some = 2;
}  // namespace vote

/// True if `function` has votes at which its work-items may diverge.
bool may_part(const llvm::Function& function);

/// Lowers group votes to votes of chunks: `ocl.group_or` combines the chunks' results of `ocl.any`. If a chunk is a
/// single work-item, `ocl.group_or` combines the conditions themselves. In kernels whose sub-groups may wait for each
/// other, the chunks' results are not combined.
class LowerGroupVotes : public llvm::PassInfoMixin<LowerGroupVotes> {
public:
    explicit LowerGroupVotes(bool has_lanes = true) : has_lanes_(has_lanes) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
    static bool isRequired() { return true; }

private:
    bool has_lanes_;
};
void lower_group_votes(llvm::Function& function, bool has_lanes);

}  // namespace lanewise::compiler
