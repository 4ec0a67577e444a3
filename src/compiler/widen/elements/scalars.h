// Instructions made once for all lanes, on lane 0's operands: those with a uniform or strided result.
//
//   %j = add i64 %i, %n      %j = add i64 <%i of lane 0>, %n
//
// Thread-safety: as the chunk.
#pragma once

#include "compiler/widen/elements/division.h"
#include "compiler/widen/memory/private_arrays.h"

namespace lanewise::compiler {

class Scalars {
public:
    explicit Scalars(Chunk& chunk) : chunk_(chunk) {}

    /// Lane 0's value of `original`. Lane 0 of a masked block may be off: what is computed for it must not turn the
    /// others into poison.
    llvm::Value* make(llvm::Instruction& original);
    /// True when lane 0's operand of an extension or exact shift plus the way to the last lane stays in the operand's
    /// range. Null for instructions that need no check of their own.
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
