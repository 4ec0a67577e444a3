// Widens the operations of sub-groups. A chunk is a sub-group, and its active lanes take part
// (docs/design/sub_groups.md).
//
//   %s = call i32 @ocl.sub_group_reduce.add.i32(i32 %x)   %on = select <W x i1> %mask, <W x i32> %x.lanes, zeros
//                                                         %s = <sum of %on>, a scalar
//   %b = call i64 @ocl.sub_group_ballot(i1 %c)            the bits of %c.lanes and the mask
//   %l = call i32 @ocl.sub_group_lane()                   0, and one more for each lane
//   %y = call i32 @ocl.sub_group_shuffle.i32(%x, %l)      a permutation (permute.h)
//   call void @ocl.sub_group_barrier()                    nothing: lanes run together, in program order
//
// Thread-safety: one Chunk per thread.
#pragma once

#include "compiler/widen/chunk/chunk.h"
#include "compiler/widen/chunk/permute.h"

namespace lanewise::compiler {

class SubGroups {
public:
    explicit SubGroups(Chunk& chunk) : chunk_(chunk) {}

    /// Widens `call`, an operation with trait::sub_group.
    void widen(llvm::CallInst& call);

private:
    llvm::Value* size();
    llvm::Value* ballot(const llvm::Value* condition);
    llvm::Value* named_lane(const llvm::Value* lane);
    void broadcast(llvm::CallInst& call);
    void combine(llvm::CallInst& call);
    void wait(llvm::CallInst& call);

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    Masks& masks_ = chunk_.masks;
    const ShapeInfo& shapes_ = chunk_.shapes;
    const unsigned lanes_ = chunk_.lanes;
    Permute permute_{chunk_};
};

}  // namespace lanewise::compiler
