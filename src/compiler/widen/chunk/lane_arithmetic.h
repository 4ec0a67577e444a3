// Computes reductions and scans over the lanes of one vector, and reductions over clusters of lanes, each in at most
// log2(W) rounds.
//
//   reduce add, 4 lanes  =>  %a = <2 x T> lanes 0 1 + lanes 2 3, then the sum of its two lanes
//   scan add             =>  %a = %x + <0, x0, x1, x2>;  %b = %a + <0, 0, a0, a1>
//   cluster add, size 2  =>  %a = %x + <x1, x0, x3, x2>
//
// Inactive lanes must contain the identity of the operator. `min` and `max` of floats are a comparison and a select,
// and return the second operand if either operand is a NaN.
//
// Thread-safety: as for the builder.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <cstdint>

namespace lanewise::compiler {

class LaneArithmetic {
public:
    /// `name`: a sub-group operation with an operator, such as "ocl.sub_group_reduce.add.i32".
    LaneArithmetic(llvm::IRBuilder<>& builder, llvm::StringRef name, llvm::Type* type);

    llvm::Constant* identity() const;
    llvm::Value* reduce(llvm::Value* lanes);
    llvm::Value* scan(llvm::Value* lanes);
    llvm::Value* scan_before(llvm::Value* lanes);
    /// `size`: number of lanes in a cluster, a power of two (i32).
    llvm::Value* cluster(llvm::Value* lanes, llvm::Value* size);

private:
    enum class Operator : std::uint8_t { add, mul, min, max, umin, umax, and_, or_, xor_ };

    llvm::Constant* integer_identity() const;
    llvm::Constant* float_identity() const;
    llvm::Value* combine(llvm::Value* a, llvm::Value* b);
    llvm::Value* combine_floats(llvm::Value* a, llvm::Value* b);
    llvm::Value* combine_integers(llvm::Value* a, llvm::Value* b);
    llvm::Value* scan_step(llvm::Value* lanes, unsigned distance);
    llvm::Value* shifted(llvm::Value* lanes, unsigned distance);

    llvm::IRBuilder<>& builder_;
    llvm::Type* type_;  // the type of one lane
    Operator operator_;
};

}  // namespace lanewise::compiler
