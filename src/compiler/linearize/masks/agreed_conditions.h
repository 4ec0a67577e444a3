// Wraps conditions that the lanes of a branch agree on but that now depend on masks. Such a condition depended on a
// phi, and all lanes took the same edge into it. A select by a mask replaced the phi, so a pass that looks at values
// alone no longer sees that the condition is uniform.
//
//   a:    ; or b, for all lanes the same             join: %p = select i1 %in_a, i32 1, i32 2
//   join: %p = phi i32 [ 1, %a ], [ 2, %b ]                %c = icmp eq i32 %p, %n
//         %c = icmp eq i32 %p, %n                          %agreed = call i1 @ocl.uniform(i1 %c)
//         br i1 %c, label %x, label %y                     br i1 %agreed, label %x, label %y
//
// `ocl.uniform` takes the condition of a lane that is on.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace lanewise::compiler {

class AgreedConditions {
public:
    /// To be called before the function is linearized.
    explicit AgreedConditions(llvm::Function& function);

    /// To be called after the function was linearized: all lanes that reach a remaining branch take the same edge.
    void wrap();

private:
    bool is_chosen_by_mask(llvm::Value* value);

    llvm::Function& function_;
    llvm::SmallPtrSet<llvm::Value*, 32> chosen_before_;  // selects from before linearization
    llvm::SmallPtrSet<llvm::Value*, 32> same_;           // values that depend on no other select
};

}  // namespace lanewise::compiler
