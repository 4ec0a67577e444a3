// Integer division. By a value that is no constant, processors divide vectors of floating-point numbers only. Those of
// twice the width hold every operand, and their quotient, rounded towards zero, is the integer one: a quotient below
// the integer n falls short of it by at least 1 / divisor, and n * divisor is below 2^bits, so by more than the
// rounding. No type holds numbers of 64 bits: they are divided twice, the second time what the first quotient leaves,
// by constants too, but for powers of two. An unsigned dividend that is known to have no more than 32 bits, as ids and
// their sums have, is divided once, in 32 bits.
//
//   %q = sdiv i32 %a, %b      %x = sitofp <W x i32> %a.lanes to <W x double>
//                             %y = sitofp <W x i32> %b.lanes to <W x double>
//                             %z = fdiv <W x double> %x, %y
//                             %q.lanes = fptosi <W x double> %z to <W x i32>
//
// No lane traps there, those that are off may divide by zero; where processors divide integers, such lanes get a
// divisor of 1.
//
// Thread-safety: as the chunk.
#pragma once

#include "compiler/widen/chunk/chunk.h"

namespace lanewise::compiler {

class Division {
public:
    explicit Division(Chunk& chunk) : chunk_(chunk) {}

    bool divides_as_float(const llvm::BinaryOperator& division) const;
    /// One element of all lanes: `division` of `dividend` by `divisor`. Needs `divides_as_float`.
    llvm::Value* divide_as_float(const llvm::BinaryOperator& division, llvm::Value* dividend, llvm::Value* divisor);
    /// What integers of all lanes may be divided by.
    llvm::Value* safe_divisor(llvm::Value* divisor);
    /// What a division that is made once for all lanes may divide by. A vector here is one of the source's: its
    /// elements are no lanes.
    llvm::Value* safe_uniform_divisor(llvm::Value* divisor);

private:
    bool is_shared(const llvm::BinaryOperator& division) const;
    bool divides_words(const llvm::BinaryOperator& division) const;
    llvm::Value* divide_long(const llvm::BinaryOperator& division, llvm::Value* dividend, llvm::Value* divisor);
    llvm::Value* reciprocal(llvm::Value* divisor);

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    Masks& masks_ = chunk_.masks;
    const ShapeInfo& shapes_ = chunk_.shapes;
    const unsigned lanes_ = chunk_.lanes;
};

}  // namespace lanewise::compiler
