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
    // With several rows, the lanes that are on may be another row's.
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

llvm::Value* Masks::any_lane(llvm::Value* mask) {
    llvm::Value* lanes = bits(mask);
    return builder_.CreateICmpNE(lanes, llvm::ConstantInt::get(lanes->getType(), 0));
}

llvm::Value* Masks::all_lanes(llvm::Value* mask) {
    llvm::Value* lanes = bits(mask);
    return builder_.CreateICmpEQ(lanes, llvm::Constant::getAllOnesValue(lanes->getType()));
}

}  // namespace lanewise::compiler
