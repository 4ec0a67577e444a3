// Branches that decide whether the work-items of a group meet (analysis/group_decisions.h), and at which it is not
// proved that all go the same way, ask when the kernel runs: all come to the branch, `ocl.group_vote` tells what
// their conditions are (below), and only where they differ do they go on in the other way that PartItems makes.
//
//   b: br i1 %c, label %t, label %f          b:       %v = call i32 @ocl.group_vote(i1 %c)
//                                                     %all = icmp eq i32 %v, 2
//                                                     br i1 %all, label %t, label %b.some
//                                            b.some:  %none = icmp eq i32 %v, 1
//                                                     br i1 %none, label %f, label %b.parted
//                                            b.parted: call void @ocl.parted()
//                                                     br label %return
//
// Needs and keeps the form that NormalizeFlow makes.
#pragma once

#include <llvm/IR/PassManager.h>

#include <cstdint>

namespace lanewise::compiler {

struct GroupVotes : llvm::PassInfoMixin<GroupVotes> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

/// What `ocl.group_vote` gives: the condition holds for some work-items, does not hold for some, or both.
namespace vote {
inline constexpr std::uint32_t fails_for_some = 1;
inline constexpr std::uint32_t holds_for_some = 2;
}  // namespace vote

/// Whether `function` has votes at which its work-items may part.
bool may_part(const llvm::Function& function);

/// Makes votes of the chunks' own ones: `ocl.group_or` of what `ocl.any` tells of the lanes, or of one work-item's
/// condition when a chunk is just that.
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
