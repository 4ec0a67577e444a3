// Serializes divergent regions if few lanes are active: a scalar clone of an expensive region then runs once for each
// active lane. Without serialization, a loop of gathers would take as long for one active lane as for all lanes.
//
//   head: br i1 %c, label %then, label %join      head: br i1 %c, label %ask, label %join
//   then: ... loops, look-ups ...                 ask:  %on = call i32 @ocl.lanes_total(i32 1)
//         br label %join                                %few = icmp ule i32 %on, 2
//   join: %z = phi [%y, %then], ...                     br i1 %few, label %few, label %then
//                                                 few:  %r = call { float } @k.region(...)      ; lane after lane
//                                                       br label %met
//                                                 then: ...
//                                                       br label %left
//                                                 left: %l = phi [%y, %then]
//                                                       br label %met
//                                                 met:  %m = phi [%l, %left], [%r.0, %few]
//                                                       br label %join
//
// The region may also be the rest of a loop that lanes leave one by one. The number of active lanes is then tested
// before each iteration, and the clone runs this iteration and all following iterations. Branches that only compare ids
// with uniform values are not changed, since in most chunks all lanes take the same side.
//
// Runs before Linearize; needs and keeps the form that NormalizeFlow makes.
#pragma once

#include <llvm/IR/PassManager.h>

#include "compiler/linearize/serialize_sparse/serialization_threshold.h"

namespace lanewise::compiler {

/// Whether a kernel that is not yet prepared for lanes has divergent regions that are worth serializing.
bool has_sparse_regions(llvm::Function& function, const Lanes& lanes);

struct SerializeSparse : llvm::PassInfoMixin<SerializeSparse> {
    /// The pass does nothing for fewer than two lanes.
    explicit SerializeSparse(const Lanes& lanes) : lanes_(lanes) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);

private:
    Lanes lanes_;
};

}  // namespace lanewise::compiler
