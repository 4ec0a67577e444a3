// Wraps a branch condition in `ocl.uniform` if linearization made the condition depend on masks, although all lanes
// that reach the branch agree on the condition. Such a condition depends on a phi that all lanes reach by the same
// edge. Linearization replaces the phi by a select with a mask. Passes that look only at values can then no longer
// detect that the condition is uniform.
//
//   a:    ; or b, for all lanes the same             join: %p = select i1 %in_a, i32 1, i32 2
//   join: %p = phi i32 [ 1, %a ], [ 2, %b ]                %c = icmp eq i32 %p, %n
//         %c = icmp eq i32 %p, %n                          %agreed = call i1 @ocl.uniform(i1 %c)
//         br i1 %c, label %x, label %y                     br i1 %agreed, label %x, label %y
//
// `ocl.uniform` returns the condition of an active lane.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace lanewise::compiler {

class AgreedConditions {
public:
    /// Records the selects of `function`; must run before the function is linearized.
    explicit AgreedConditions(llvm::Function& function);

    /// Wraps the conditions that now depend on masks; must be called after the function was linearized. This is valid
    /// because linearization leaves only branches at which all arriving lanes take the same edge.
    void wrap();

private:
    bool is_chosen_by_mask(llvm::Value* value);

    llvm::Function& function_;
    llvm::SmallPtrSet<llvm::Value*, 32> chosen_before_;  // selects that existed before linearization
    llvm::SmallPtrSet<llvm::Value*, 32> same_;           // values that do not depend on selects made by linearization
};

}  // namespace lanewise::compiler
