// Widens operations over the active lanes: `ocl.lanes_before`, `ocl.lanes_total`, `ocl.from_first` (docs/ir.md). With
// these operations, all lanes together reserve elements of a list by a single atomic, instead of one atomic for each
// lane. If one atomic replaces the atomics of all lanes (memory/atomics.h), the lanes' results are computed from the
// same sums.
//
//   %n = call i32 @ocl.lanes_total(i32 1)     %n = <number of bits of the mask>
//   %b = call i32 @ocl.lanes_before(i32 1)    %below = and <W x i32> splat(<the mask's bits>), <0, 1, 3, 7...>
//                                             %b = call <W x i32> @llvm.ctpop(%below)
//   %x = call i64 @ocl.from_first(i64 %y)     %x = extractelement <W x i64> %y.lanes, <lowest bit of the mask>
//
// If no lane is active, the results are arbitrary but not poison.
//
// Thread-safety: one Chunk per thread.
#pragma once

#include "compiler/widen/chunk/chunk.h"

namespace lanewise::compiler {

class LaneSums {
public:
    explicit LaneSums(Chunk& chunk) : chunk_(chunk) {}

    /// Widens `call`, an operation with trait::over_lanes.
    void widen(llvm::CallInst& call);
    /// Returns the sum of `number` over the active lanes, as a scalar. `number` may have any integer type.
    llvm::Value* total(const llvm::Value* number);
    struct Sums {
        llvm::Value* before;  // for each lane, the sum over all earlier active lanes
        llvm::Value* total;
    };
    Sums sums(const llvm::Value* number);

private:
    llvm::Value* from_first(const llvm::Value* value);
    llvm::Value* lanes_before(llvm::Type* integer);
    llvm::Value* parts_where_on(const llvm::Value* number);
    llvm::Value* running_sum(llvm::Value* numbers);

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    Masks& masks_ = chunk_.masks;
    const ShapeInfo& shapes_ = chunk_.shapes;
    const unsigned lanes_ = chunk_.lanes;
};

}  // namespace lanewise::compiler
