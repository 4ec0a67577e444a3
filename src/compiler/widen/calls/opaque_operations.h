// Widens calls of those opaque operations (docs/ir.md, ir/operations.def) that still exist when kernels are widened.
//
//   call void @ocl.mask(i1 %m)               the rest of the block runs for the lanes of %m.lanes (masks.h)
//   %i = call i64 @ocl.global_id(i32 0)      the same, for the first lane; each further lane adds one
//   %j = call i64 @ocl.global_id(i32 1)      in row r of several: %j.r = add i64 %j, r
//   %g = call i64 @ocl.group_id(i32 0)       the same
//   call i32 @ocl.printf(...)                lane after lane
//
// Thread-safety: one Chunk per thread.
#pragma once

#include "compiler/widen/calls/sub_groups.h"
#include "compiler/widen/calls/votes.h"
#include "compiler/widen/chunk/lane_loop.h"
#include "compiler/widen/chunk/lane_sums.h"
#include "compiler/widen/elements/scalars.h"

namespace lanewise::compiler {

class OpaqueOperations {
public:
    explicit OpaqueOperations(Chunk& chunk) : chunk_(chunk) {}

    /// Widens a call of an operation; false for other instructions.
    bool widen(llvm::Instruction& original);

private:
    void enter_mask(llvm::CallInst& call);
    void widen_id(llvm::CallInst& call);
    llvm::Value* place_in_rows(llvm::Value* id);

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    Masks& masks_ = chunk_.masks;
    const ShapeInfo& shapes_ = chunk_.shapes;
    const unsigned lanes_ = chunk_.lanes;
    LaneSums lane_sums_{chunk_};
    Votes votes_{chunk_};
    SubGroups sub_groups_{chunk_};
    Scalars scalars_{chunk_};
    LaneLoop serial_{chunk_};
};

}  // namespace lanewise::compiler
