// Makes instructions with a uniform or strided result once for all lanes, on lane 0's operands.
//
//   %j = add i64 %i, %n      %j = add i64 <%i of lane 0>, %n
//
// Thread-safety: one Chunk per thread.
#pragma once

#include "compiler/widen/elements/division.h"
#include "compiler/widen/memory/private_arrays.h"

namespace lanewise::compiler {

class Scalars {
public:
    explicit Scalars(Chunk& chunk) : chunk_(chunk) {}

    /// Returns lane 0's value of `original`. In a masked block, lane 0 may be inactive. Even then, lane 0's value must
    /// not be poison, because the values of other lanes are computed from this value.
    llvm::Value* make(llvm::Instruction& original);
    /// Returns an i1 that is true unless the operand of an extension or exact shift wraps around between lane 0 and the
    /// last lane. Returns null for instructions that need no check.
    llvm::Value* no_wrap_check(llvm::Instruction& original);

private:
    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    Masks& masks_ = chunk_.masks;
    const ShapeInfo& shapes_ = chunk_.shapes;
    Division division_{chunk_};
    PrivateArrays private_arrays_{chunk_};
};

}  // namespace lanewise::compiler
