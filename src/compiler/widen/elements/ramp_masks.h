// Masks of what grows by one from lane to lane and is compared with the same value in all lanes: some first lanes, the
// others, one lane or all but one. Where lanes fill several 512-bit registers such a mask is a shift of ones, not a
// comparison of each register and what puts their masks together; but not in the kernel's loops, whose counters and
// addresses need the integer registers.
//
//   %i in lane l = %i of lane 0 + l          %far  = sub i64 %n, %i of lane 0
//   %c = icmp slt i64 %i, %n           ->    %off  = usub.sat i64 64, %far
//                                            %ones = lshr i64 -1, %off
//                                            %c.lanes = bitcast (%n <= %i of lane 0 ? 0 : %ones) to <64 x i1>
//
// Thread-safety: as the chunk.
#pragma once

#include "compiler/widen/chunk/chunk.h"

namespace lanewise::compiler {

class RampMasks {
public:
    explicit RampMasks(Chunk& chunk) : chunk_(chunk) {}

    /// The mask of a comparison of integers; null where that takes vectors.
    llvm::Value* of(const llvm::ICmpInst& comparison);
    /// The lanes whose number is below `count`, of 32 bits.
    llvm::Value* below(llvm::Value* count);

private:
    bool pays(llvm::Type* compared) const;
    llvm::Value* compared(llvm::CmpPredicate predicate, llvm::Value* first, llvm::Value* bound);
    llvm::Value* first_lanes(llvm::Value* first, llvm::Value* bound, bool is_signed, bool with_bound);
    llvm::Value* lane_of(llvm::Value* first, llvm::Value* value);

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
};

}  // namespace lanewise::compiler
