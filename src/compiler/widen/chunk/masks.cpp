#include "compiler/widen/chunk/masks.h"

namespace lanewise::compiler {

void Masks::start_block() {
    masks_.assign(rows_, live_);
    masked_ = false;
    guarded_ = true;
    start_row(0);
}

void Masks::start_row(unsigned row) {
    row_ = row;
    values_.set_row(row);
    mask_ = masks_[row];
    // A guard of several rows proves only that one of these rows has an active lane.
    some_lane_on_ = !masked_ || (guarded_ && rows_ == 1);
}

void Masks::start_all_rows() {
    start_row(0);
    if (rows_ == 1) return;
    for (llvm::Value* mask : llvm::drop_begin(masks_)) {
        if (!mask) mask_ = nullptr;
        if (mask_ && mask != mask_) mask_ = builder_.CreateOr(mask_, mask);
    }
    some_lane_on_ = !masked_ || guarded_;
}

void Masks::enter(llvm::Value* lanes, bool guarded) {
    masks_[row_] = with_live(lanes);
    masked_ = true;
    guarded_ = guarded;
    start_row(row_);
}

llvm::Value* Masks::ones() const { return llvm::Constant::getAllOnesValue(values_.lanes_of(builder_.getInt1Ty())); }

llvm::Value* Masks::bits(llvm::Value* mask) {
    return builder_.CreateBitCast(mask ? mask : ones(), builder_.getIntNTy(lanes_));
}

// Adds a set bit above the mask, so that the result is the number of a lane even for an empty mask. The reason: for an
// empty mask, a branch skips the code that uses the lane's value, but code generation may load this value from the
// stack before the branch.
llvm::Value* Masks::first_lane(llvm::Value* mask) {
    const unsigned lanes = llvm::cast<llvm::FixedVectorType>(mask->getType())->getNumElements();
    llvm::Type* wide = builder_.getIntNTy(2 * lanes);
    llvm::Value* on = builder_.CreateZExt(builder_.CreateBitCast(mask, builder_.getIntNTy(lanes)), wide);
    llvm::Value* end = llvm::ConstantInt::get(wide, llvm::APInt::getOneBitSet(2 * lanes, lanes));
    llvm::Value* below =
        builder_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, builder_.CreateOr(on, end), builder_.getTrue());
    return builder_.CreateAnd(builder_.CreateZExtOrTrunc(below, builder_.getInt32Ty()), lanes - 1);
}

llvm::Value* Masks::last_lane(llvm::Value* mask) {
    const unsigned lanes = llvm::cast<llvm::FixedVectorType>(mask->getType())->getNumElements();
    llvm::Type* wide = builder_.getIntNTy(2 * lanes);
    llvm::Value* on = builder_.CreateZExt(builder_.CreateBitCast(mask, builder_.getIntNTy(lanes)), wide);
    llvm::Value* above = builder_.CreateBinaryIntrinsic(
        llvm::Intrinsic::ctlz, builder_.CreateOr(builder_.CreateShl(on, 1), 1), builder_.getTrue());
    llvm::Value* number =
        builder_.CreateSub(builder_.getInt32(2 * lanes - 2), builder_.CreateZExtOrTrunc(above, builder_.getInt32Ty()));
    return builder_.CreateAnd(number, lanes - 1);
}

llvm::Value* Masks::any_lane(llvm::Value* mask) {
    llvm::Value* lanes = bits(mask);
    return builder_.CreateICmpNE(lanes, llvm::ConstantInt::get(lanes->getType(), 0));
}

llvm::Value* Masks::all_lanes(llvm::Value* mask) {
    llvm::Value* lanes = bits(mask);
    return builder_.CreateICmpEQ(lanes, llvm::Constant::getAllOnesValue(lanes->getType()));
}

}  // namespace lanewise::compiler
