// Wraps conditions that all lanes of a branch agree on, but that depend on masks after linearization. Such a condition
// depends on a phi that all lanes reach by the same edge. Linearization replaces the phi by a select with a mask, so
// passes that look only at values no longer see that the condition is uniform.
//
//   a:    ; or b, for all lanes the same             join: %p = select i1 %in_a, i32 1, i32 2
//   join: %p = phi i32 [ 1, %a ], [ 2, %b ]                %c = icmp eq i32 %p, %n
//         %c = icmp eq i32 %p, %n                          %agreed = call i1 @ocl.uniform(i1 %c)
//         br i1 %c, label %x, label %y                     br i1 %agreed, label %x, label %y
//
// `ocl.uniform` takes the condition from an active lane.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace lanewise::compiler {

class AgreedConditions {
public:
    /// Notes the selects of `function`; call this before the function is linearized.
    explicit AgreedConditions(llvm::Function& function);

    /// Wraps the conditions that now depend on masks; call this after the function was linearized. All lanes that reach
    /// a remaining branch take the same edge.
    void wrap();

private:
    bool is_chosen_by_mask(llvm::Value* value);

    llvm::Function& function_;
    llvm::SmallPtrSet<llvm::Value*, 32> chosen_before_;  // selects from before linearization
    llvm::SmallPtrSet<llvm::Value*, 32> same_;           // values that depend on no select made by linearization
};

}  // namespace lanewise::compiler
