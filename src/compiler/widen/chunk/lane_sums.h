// Widens operations over the lanes that are on: `ocl.lanes_before`, `ocl.lanes_total`, `ocl.from_first` (docs/ir.md).
// With these, lanes take one step together instead of one each. Joined atomics use the same sums.
//
//   %n = call i32 @ocl.lanes_total(i32 1)     %n = <number of bits of the mask>
//   %b = call i32 @ocl.lanes_before(i32 1)    %below = and <W x i32> splat(<the mask's bits>), <0, 1, 3, 7...>
//                                             %b = call <W x i32> @llvm.ctpop(%below)
//   %x = call i64 @ocl.from_first(i64 %y)     %x = extractelement <W x i64> %y.lanes, <lowest bit of the mask>
//
// If no lane is on, the results are arbitrary, but no poison.
//
// Thread-safety: as for the chunk.
#pragma once

#include "compiler/widen/chunk/chunk.h"

namespace lanewise::compiler {

class LaneSums {
public:
    explicit LaneSums(Chunk& chunk) : chunk_(chunk) {}

    /// `call` has trait::over_lanes.
    void widen(llvm::CallInst& call);
    /// The sum over the lanes that are on, a scalar of any integer type.
    llvm::Value* total(const llvm::Value* number);
    struct Sums {
        llvm::Value* before;  // for each lane, over the lanes before it that are on
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
