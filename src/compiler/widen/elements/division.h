// Widens integer division. Processors can divide vectors by variables only in floating point. Floating-point numbers of
// twice the width represent every operand exactly, and the quotient of these numbers, rounded towards zero, is the
// integer quotient. Proof: a quotient below an integer n differs from n by at least 1 / divisor. Since n * divisor is
// below 2^bits, this difference exceeds the rounding error, so rounding never reaches n.
//
// No floating-point type holds all integers of 64 bits. Therefore 64-bit integers are divided twice; the second
// division divides the remainder of the first. 64-bit divisions by constants are computed in this way, too, unless the
// constant is a power of two. An unsigned dividend that is known to fit into 32 bits, such as an id or a sum of ids, is
// divided only once, in 32 bits.
//
//   %q = sdiv i32 %a, %b      %x = sitofp <W x i32> %a.lanes to <W x double>
//                             %y = sitofp <W x i32> %b.lanes to <W x double>
//                             %z = fdiv <W x double> %x, %y
//                             %q.lanes = fptosi <W x double> %z to <W x i32>
//
// Floating-point division never traps, so inactive lanes may divide by zero. For the processor's integer division,
// inactive lanes get a divisor of 1.
//
// Thread-safety: one Chunk per thread.
#pragma once

#include "compiler/widen/chunk/chunk.h"

namespace lanewise::compiler {

class Division {
public:
    explicit Division(Chunk& chunk) : chunk_(chunk) {}

    bool divides_as_float(const llvm::BinaryOperator& division) const;
    /// Computes the same operation as `division` on `dividend` and `divisor`, which contain one element for each lane.
    /// `divides_as_float(division)` must be true.
    llvm::Value* divide_as_float(const llvm::BinaryOperator& division, llvm::Value* dividend, llvm::Value* divisor);
    /// Returns a divisor that is 1 in inactive lanes, so that integer division does not trap.
    llvm::Value* safe_divisor(llvm::Value* divisor);
    /// Returns a divisor for a division that is computed once for all lanes: `divisor`, or 1 if no lane is active. If
    /// `divisor` is a vector, it is a uniform source vector.
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
