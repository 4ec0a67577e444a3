#include "compiler/widen/chunk/lane_arithmetic.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>

#include <numeric>

namespace lanewise::compiler {
namespace {

using Order = llvm::SmallVector<int, 64>;

unsigned lanes_of(const llvm::Value* vector) {
    return llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
}

}  // namespace

LaneArithmetic::LaneArithmetic(llvm::IRBuilder<>& builder, llvm::StringRef name, llvm::Type* type)
    : builder_(builder),
      type_(type),
      operator_(llvm::StringSwitch<Operator>(name.rsplit('.').first.rsplit('.').second)
                    .Case("mul", Operator::mul)
                    .Case("min", Operator::min)
                    .Case("max", Operator::max)
                    .Case("umin", Operator::umin)
                    .Case("umax", Operator::umax)
                    .Case("and", Operator::and_)
                    .Case("or", Operator::or_)
                    .Case("xor", Operator::xor_)
                    .Default(Operator::add)) {}

llvm::Constant* LaneArithmetic::identity() const {
    return type_->isFloatingPointTy() ? float_identity() : integer_identity();
}

llvm::Constant* LaneArithmetic::float_identity() const {
    switch (operator_) {
        case Operator::mul: return llvm::ConstantFP::get(type_, 1.0);
        case Operator::min: return llvm::ConstantFP::getInfinity(type_);
        case Operator::max: return llvm::ConstantFP::getInfinity(type_, /*Negative=*/true);
        default: return llvm::ConstantFP::get(type_, 0.0);
    }
}

llvm::Constant* LaneArithmetic::integer_identity() const {
    const unsigned bits = type_->getIntegerBitWidth();
    switch (operator_) {
        case Operator::mul: return llvm::ConstantInt::get(type_, 1);
        case Operator::min: return llvm::ConstantInt::get(type_, llvm::APInt::getSignedMaxValue(bits));
        case Operator::max: return llvm::ConstantInt::get(type_, llvm::APInt::getSignedMinValue(bits));
        case Operator::umin:
        case Operator::and_: return llvm::ConstantInt::get(type_, llvm::APInt::getMaxValue(bits));
        default: return llvm::ConstantInt::get(type_, 0);
    }
}

llvm::Value* LaneArithmetic::combine(llvm::Value* a, llvm::Value* b) {
    return type_->isFloatingPointTy() ? combine_floats(a, b) : combine_integers(a, b);
}

llvm::Value* LaneArithmetic::combine_floats(llvm::Value* a, llvm::Value* b) {
    switch (operator_) {
        case Operator::mul: return builder_.CreateFMul(a, b);
        case Operator::min: return builder_.CreateSelect(builder_.CreateFCmpOLT(a, b), a, b);
        case Operator::max: return builder_.CreateSelect(builder_.CreateFCmpOGT(a, b), a, b);
        default: return builder_.CreateFAdd(a, b);
    }
}

llvm::Value* LaneArithmetic::combine_integers(llvm::Value* a, llvm::Value* b) {
    switch (operator_) {
        case Operator::add: return builder_.CreateAdd(a, b);
        case Operator::mul: return builder_.CreateMul(a, b);
        case Operator::min: return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, a, b);
        case Operator::max: return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, a, b);
        case Operator::umin: return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, a, b);
        case Operator::umax: return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, a, b);
        case Operator::and_: return builder_.CreateAnd(a, b);
        case Operator::or_: return builder_.CreateOr(a, b);
        case Operator::xor_: return builder_.CreateXor(a, b);
    }
    return nullptr;
}

llvm::Value* LaneArithmetic::reduce(llvm::Value* lanes) {
    for (unsigned count = lanes_of(lanes) / 2; count > 0; count /= 2) {
        Order low(count), high(count);
        std::iota(low.begin(), low.end(), 0);
        std::iota(high.begin(), high.end(), static_cast<int>(count));
        lanes = combine(builder_.CreateShuffleVector(lanes, low), builder_.CreateShuffleVector(lanes, high));
    }
    return builder_.CreateExtractElement(lanes, std::uint64_t{0});
}

// Moves values up by `distance` lanes; the first lanes get the identity of the operation.
llvm::Value* LaneArithmetic::shifted(llvm::Value* lanes, unsigned distance) {
    const unsigned count = lanes_of(lanes);
    Order order;
    for (unsigned lane = 0; lane < count; ++lane)
        order.push_back(static_cast<int>(lane < distance ? count + lane : lane - distance));
    return builder_.CreateShuffleVector(lanes, builder_.CreateVectorSplat(count, identity()), order);
}

// Combines each lane with the lane that is `distance` lanes before it. For floats, a select keeps the first lanes
// unchanged: LLVM would turn a shuffle with zeros into an expansion (vexpandps), which is much slower.
llvm::Value* LaneArithmetic::scan_step(llvm::Value* lanes, unsigned distance) {
    if (!type_->isFloatingPointTy()) return combine(shifted(lanes, distance), lanes);
    const unsigned count = lanes_of(lanes);
    Order order;
    llvm::SmallVector<llvm::Constant*, 64> has_one_before;
    for (unsigned lane = 0; lane < count; ++lane) {
        order.push_back(static_cast<int>((lane + count - distance) % count));
        has_one_before.push_back(builder_.getInt1(lane >= distance));
    }
    return builder_.CreateSelect(llvm::ConstantVector::get(has_one_before),
                                 combine(builder_.CreateShuffleVector(lanes, order), lanes), lanes);
}

llvm::Value* LaneArithmetic::scan(llvm::Value* lanes) {
    for (unsigned distance = 1; distance < lanes_of(lanes); distance *= 2) lanes = scan_step(lanes, distance);
    return lanes;
}

llvm::Value* LaneArithmetic::scan_before(llvm::Value* lanes) { return shifted(scan(lanes), 1); }

llvm::Value* LaneArithmetic::cluster(llvm::Value* lanes, llvm::Value* size) {
    const unsigned count = lanes_of(lanes);
    for (unsigned distance = 1; distance < count; distance *= 2) {
        llvm::Value* goes_on = builder_.CreateICmpUGT(size, builder_.getInt32(distance));
        if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(goes_on); constant && constant->isZero()) break;
        Order order;
        for (unsigned lane = 0; lane < count; ++lane) order.push_back(static_cast<int>(lane ^ distance));
        llvm::Value* both = combine(lanes, builder_.CreateShuffleVector(lanes, order));
        lanes = builder_.CreateSelect(goes_on, both, lanes);
    }
    return lanes;
}

}  // namespace lanewise::compiler
