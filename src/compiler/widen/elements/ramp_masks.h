// Makes the mask of a comparison between a ramp and a uniform value. The true lanes of the mask are the first n lanes,
// all lanes after the first n, a single lane, or all lanes except one. If the ramp fills several 512-bit registers, the
// mask is made by shifting an integer whose bits are all ones. The shift is faster than comparing each register and
// joining the masks. In loops of the kernel, vectors are compared, because the loops' counters and addresses need the
// integer registers.
//
//   %i in lane l = %i of lane 0 + l          %far  = sub i64 %n, %i of lane 0
//   %c = icmp slt i64 %i, %n           ->    %off  = usub.sat i64 64, %far
//                                            %ones = lshr i64 -1, %off
//                                            %c.lanes = bitcast (%n <= %i of lane 0 ? 0 : %ones) to <64 x i1>
//
// Thread-safety: one Chunk per thread.
#pragma once

#include "compiler/widen/chunk/chunk.h"

namespace lanewise::compiler {

class RampMasks {
public:
    explicit RampMasks(Chunk& chunk) : chunk_(chunk) {}

    /// Returns the mask of `comparison` if the mask can be computed without a comparison of vectors; otherwise null.
    llvm::Value* of(const llvm::ICmpInst& comparison);
    /// Returns the mask of the lanes with numbers below `count` (i32).
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
