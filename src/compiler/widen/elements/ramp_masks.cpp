#include "compiler/widen/elements/ramp_masks.h"

namespace lanewise::compiler {

namespace {

constexpr unsigned register_bits = 512;
// Minimum number of registers for which the mask is computed by a shift. For two registers, shifts made a 3D stencil
// slower; for four registers, shifts made the stencil faster.
constexpr unsigned fewest_registers = 4;
constexpr unsigned bits_of_mask = 64;

}  // namespace

llvm::Value* RampMasks::of(const llvm::ICmpInst& comparison) {
    llvm::CmpPredicate predicate = comparison.getCmpPredicate();
    const llvm::Value *ramp = comparison.getOperand(0), *bound = comparison.getOperand(1);
    if (!chunk_.shapes.of(ramp).is_strided()) {
        std::swap(ramp, bound);
        predicate = llvm::ICmpInst::getSwappedPredicate(predicate);
    }
    const Shape shape = chunk_.shapes.of(ramp);
    if (!shape.is_strided() || !chunk_.shapes.of(bound).is_uniform() || shape.checked || shape.stride != 1)
        return nullptr;
    // In loops, vectors are compared: shifts made an erosion kernel slower, because they took integer registers that
    // the kernel's pointers need.
    if (!ramp->getType()->isIntegerTy() || !pays(ramp->getType()) || chunk_.loops.getLoopFor(comparison.getParent()))
        return nullptr;
    const bool grows =
        comparison.isEquality() || (comparison.isSigned() ? shape.no_signed_wrap : shape.no_unsigned_wrap);
    return grows ? compared(predicate, chunk_.values.scalar(ramp), chunk_.values.scalar(bound)) : nullptr;
}

llvm::Value* RampMasks::below(llvm::Value* count) {
    llvm::Type* i32 = builder_.getInt32Ty();
    if (pays(i32)) return compared(llvm::ICmpInst::ICMP_ULT, builder_.getInt32(0), count);
    return builder_.CreateICmpULT(chunk_.values.progression(i32, 1), builder_.CreateVectorSplat(chunk_.lanes, count));
}

bool RampMasks::pays(llvm::Type* compared) const {
    const unsigned bits = compared->getIntegerBitWidth();
    return chunk_.options.isa.has_wide_registers() && bits <= bits_of_mask &&
           chunk_.lanes * bits >= fewest_registers * register_bits;
}

llvm::Value* RampMasks::compared(llvm::CmpPredicate predicate, llvm::Value* first, llvm::Value* bound) {
    using Predicate = llvm::ICmpInst;
    const bool is_signed = Predicate::isSigned(predicate);
    const bool above = Predicate::isGT(predicate) || Predicate::isGE(predicate);
    llvm::Value* lanes = nullptr;
    if (Predicate::isEquality(predicate))
        lanes = lane_of(first, bound);
    else
        lanes = first_lanes(first, bound, is_signed, Predicate::isLE(predicate) || Predicate::isGT(predicate));
    if (above || predicate == Predicate::ICMP_NE) lanes = builder_.CreateNot(lanes);
    return builder_.CreateBitCast(builder_.CreateTrunc(lanes, builder_.getIntNTy(chunk_.lanes)),
                                  chunk_.values.lanes_of(builder_.getInt1Ty()));
}

// Returns the mask, as an integer, of the lanes in which the ramp is less than `bound`; if `with_bound`, less than or
// equal to `bound`. The difference `bound - first` is zero-extended, because it is not negative where it is used.
llvm::Value* RampMasks::first_lanes(llvm::Value* first, llvm::Value* bound, bool is_signed, bool with_bound) {
    const llvm::CmpInst::Predicate below = is_signed ? llvm::ICmpInst::ICMP_SLT : llvm::ICmpInst::ICMP_ULT;
    llvm::Value* none =
        builder_.CreateICmp(with_bound ? below : llvm::ICmpInst::getNonStrictPredicate(below), bound, first);
    llvm::Value* distance = builder_.CreateZExt(builder_.CreateSub(bound, first), builder_.getInt64Ty());
    llvm::Value* most = builder_.getInt64(with_bound ? bits_of_mask - 1 : bits_of_mask);
    llvm::Value* off = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, most, distance);
    return builder_.CreateSelect(none, builder_.getInt64(0), builder_.CreateLShr(builder_.getInt64(-1), off));
}

// Returns the mask of the lane in which the ramp equals `value`; an empty mask if there is no such lane.
llvm::Value* RampMasks::lane_of(llvm::Value* first, llvm::Value* value) {
    llvm::Value* lane = builder_.CreateZExt(builder_.CreateSub(value, first), builder_.getInt64Ty());
    llvm::Value* is_here = builder_.CreateICmpULT(lane, builder_.getInt64(bits_of_mask));
    return builder_.CreateSelect(is_here, builder_.CreateShl(builder_.getInt64(1), lane), builder_.getInt64(0));
}

}  // namespace lanewise::compiler
