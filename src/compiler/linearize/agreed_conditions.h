// Conditions that all lanes which come to a branch agree on, but that a pass which looks at values alone cannot know to
// be the same: they come of values that lanes took on ways they all took together, and that now are chosen by masks.
//
//   a:    ; or b, for all lanes the same             join: %p = select i1 %in_a, i32 1, i32 2
//   join: %p = phi i32 [ 1, %a ], [ 2, %b ]                %c = icmp eq i32 %p, %n
//         %c = icmp eq i32 %p, %n                          %agreed = call i1 @ocl.uniform(i1 %c)
//         br i1 %c, label %x, label %y                     br i1 %agreed, label %x, label %y
//
// The branches that `linearize` leaves get their conditions from a lane that is on there.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace lanewise::compiler {

class AgreedConditions {
public:
    /// Before a function is linearized.
    explicit AgreedConditions(llvm::Function& function);

    /// Afterwards; needs that all branches left are taken by all lanes that come to them together.
    void wrap();

private:
    bool is_chosen_by_mask(llvm::Value* value);

    llvm::Function& function_;
    llvm::SmallPtrSet<llvm::Value*, 32> chosen_before_;  // selects of the source
    llvm::SmallPtrSet<llvm::Value*, 32> same_;           // found to come of no other select
};

}  // namespace lanewise::compiler
