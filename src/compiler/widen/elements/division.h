// Widens integer division. Processors divide vectors by a variable in floating point only. Floating-point numbers of
// twice the width hold every operand, and their quotient, rounded towards zero, is the integer quotient. A quotient
// below an integer n differs from n by at least 1 / divisor. Since n * divisor is below 2^bits, this is more than the
// rounding error, which therefore does not reach n.
//
// No type holds numbers of 64 bits: they are divided twice, the second time the rest of the first division. The same is
// done if the divisor is a constant, except for powers of two. An unsigned dividend that is known to fit into 32 bits,
// as ids and their sums do, is divided once, in 32 bits.
//
//   %q = sdiv i32 %a, %b      %x = sitofp <W x i32> %a.lanes to <W x double>
//                             %y = sitofp <W x i32> %b.lanes to <W x double>
//                             %z = fdiv <W x double> %x, %y
//                             %q.lanes = fptosi <W x double> %z to <W x i32>
//
// Floating-point division never traps, so lanes that are off may divide by zero. For the processor's integer division
// these lanes get a divisor of 1.
//
// Thread-safety: as for the chunk.
#pragma once

#include "compiler/widen/chunk/chunk.h"

namespace lanewise::compiler {

class Division {
public:
    explicit Division(Chunk& chunk) : chunk_(chunk) {}

    bool divides_as_float(const llvm::BinaryOperator& division) const;
    /// Makes `division` of `dividend` by `divisor` for one element of all lanes. Needs `divides_as_float`.
    llvm::Value* divide_as_float(const llvm::BinaryOperator& division, llvm::Value* dividend, llvm::Value* divisor);
    /// Returns a divisor by which integers of all lanes can be divided without a trap.
    llvm::Value* safe_divisor(llvm::Value* divisor);
    /// Returns such a divisor for a division that is made once for all lanes. A vector here is a source vector: its
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
