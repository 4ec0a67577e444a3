#include "compiler/widen/chunk/lane_sums.h"

#include "compiler/ir/operations.h"

namespace lanewise::compiler {

void LaneSums::widen(llvm::CallInst& call) {
    const llvm::Value* operand = call.getArgOperand(0);
    if (as_operation(&call, op::lanes_before))
        values_.set_parts(&call, {sums(operand).before});
    else
        values_.set_scalar(&call, as_operation(&call, op::lanes_total) ? total(operand) : from_first(operand));
}

llvm::Value* LaneSums::total(const llvm::Value* number) {
    if (!shapes_.of(number).is_uniform()) return builder_.CreateAddReduce(parts_where_on(number));
    auto* type = llvm::cast<llvm::IntegerType>(number->getType());
    if (!masks_.current()) return builder_.CreateMul(values_.scalar(number), llvm::ConstantInt::get(type, lanes_));
    llvm::Value* bits = builder_.CreateZExt(masks_.bits(masks_.current()), builder_.getInt64Ty());
    llvm::Value* count = builder_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, bits);
    return builder_.CreateMul(values_.scalar(number), builder_.CreateZExtOrTrunc(count, type));
}

LaneSums::Sums LaneSums::sums(const llvm::Value* number) {
    if (shapes_.of(number).is_uniform())
        return {builder_.CreateMul(lanes_before(number->getType()), values_.part(number)), total(number)};
    llvm::Value* numbers = parts_where_on(number);
    llvm::Value* running = running_sum(numbers);
    return {builder_.CreateSub(running, numbers), builder_.CreateExtractElement(running, lanes_ - 1)};
}

// Returns, for each lane, the number of active lanes before it.
llvm::Value* LaneSums::lanes_before(llvm::Type* integer) {
    if (!masks_.current()) return values_.progression(integer, 1);
    llvm::IntegerType* type = builder_.getIntNTy(std::max(lanes_, 32u));
    llvm::SmallVector<llvm::Constant*, 64> below;
    for (unsigned lane = 0; lane < lanes_; ++lane)
        below.push_back(llvm::ConstantInt::get(type, llvm::APInt::getLowBitsSet(type->getBitWidth(), lane)));
    llvm::Value* bits = builder_.CreateZExt(masks_.bits(masks_.current()), type);
    llvm::Value* of_lane =
        builder_.CreateAnd(builder_.CreateVectorSplat(lanes_, bits), llvm::ConstantVector::get(below));
    llvm::Value* count = builder_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, of_lane);
    return builder_.CreateZExtOrTrunc(count, values_.lanes_of(integer));
}

llvm::Value* LaneSums::parts_where_on(const llvm::Value* number) {
    llvm::Value* lanes = builder_.CreateFreeze(values_.part(number));
    if (!masks_.current()) return lanes;
    return builder_.CreateSelect(masks_.current(), lanes, llvm::Constant::getNullValue(lanes->getType()));
}

// Returns inclusive prefix sums of `numbers`. Each step doubles the number of lanes whose numbers a sum includes.
llvm::Value* LaneSums::running_sum(llvm::Value* numbers) {
    llvm::Value* zeros = llvm::Constant::getNullValue(numbers->getType());
    for (unsigned step = 1; step < lanes_; step *= 2) {
        llvm::SmallVector<int, 64> from;
        for (unsigned lane = 0; lane < lanes_; ++lane)
            from.push_back(static_cast<int>(lane < step ? lanes_ + lane : lane - step));
        numbers = builder_.CreateAdd(numbers, builder_.CreateShuffleVector(numbers, zeros, from));
    }
    return numbers;
}

llvm::Value* LaneSums::from_first(const llvm::Value* value) {
    if (shapes_.of(value).is_uniform()) return values_.scalar(value);
    llvm::Value* lanes = builder_.CreateFreeze(values_.part(value));
    if (!masks_.current()) return builder_.CreateExtractElement(lanes, std::uint64_t{0});
    return builder_.CreateExtractElement(lanes, masks_.first_lane(masks_.current()));
}

}  // namespace lanewise::compiler
