#include "compiler/prepare/whole_numbers.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/KnownBits.h>

#include <algorithm>

namespace lanewise::compiler {
namespace {

using Range = WholeNumbers::Range;

constexpr std::int64_t largest = 0x7FFF;
constexpr std::int64_t largest_product = 1 << 24;  // largest product that a float multiplication computes exactly

bool has_whole_type(const llvm::Value& value) {
    const llvm::Type* type = value.getType()->getScalarType();
    return (type->isFloatTy() || type->isDoubleTy()) && !llvm::isa<llvm::ScalableVectorType>(value.getType());
}

std::optional<Range> small(Range range) {
    if (range.low < -largest || range.high > largest) return std::nullopt;
    return range;
}

std::optional<std::int64_t> whole_value(const llvm::Constant* element) {
    const auto* number = llvm::dyn_cast_or_null<llvm::ConstantFP>(element);
    if (!number || number->getValueAPF().isNegZero()) return std::nullopt;
    llvm::APSInt value(17, /*isUnsigned=*/false);
    bool exact = false;
    number->getValueAPF().convertToInteger(value, llvm::APFloat::rmTowardZero, &exact);
    if (!exact) return std::nullopt;
    return value.getSExtValue();
}

unsigned element_count(const llvm::Constant& constant) {
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(constant.getType());
    return type ? type->getNumElements() : 1;
}

const llvm::Constant* element_of(const llvm::Constant& constant, unsigned i) {
    return constant.getType()->isVectorTy() ? constant.getAggregateElement(i) : &constant;
}

std::optional<Range> range_of_constant(const llvm::Constant& constant) {
    std::optional<Range> all;
    for (unsigned i = 0; i < element_count(constant); ++i) {
        const auto value = whole_value(element_of(constant, i));
        if (!value) return std::nullopt;
        all = all ? Range{std::min(all->low, *value), std::max(all->high, *value)} : Range{*value, *value};
    }
    return all ? small(*all) : std::nullopt;
}

std::optional<Range> range_of_conversion(const llvm::CastInst& conversion) {
    const llvm::Value* from = conversion.getOperand(0);
    if (from->getType()->getScalarSizeInBits() > 64) return std::nullopt;
    const auto known = llvm::computeKnownBits(from, conversion.getModule()->getDataLayout());
    if (llvm::isa<llvm::UIToFPInst>(conversion)) {
        if (known.getMaxValue().ugt(largest)) return std::nullopt;
        return Range{0, static_cast<std::int64_t>(known.getMaxValue().getZExtValue())};
    }
    return small({known.getSignedMinValue().getSExtValue(), known.getSignedMaxValue().getSExtValue()});
}

Range product(Range a, Range b) {
    const auto [low, high] = std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
    return {low, high};
}

// Whether a product of numbers from two ranges may be -0.0, which is the product of zero and a negative number.
bool may_be_negative_zero(Range a, Range b) {
    const auto may_be_zero = [](Range range) { return range.low <= 0 && range.high >= 0; };
    return (may_be_zero(a) && b.low < 0) || (may_be_zero(b) && a.low < 0);
}

}  // namespace

WholeNumbers::WholeNumbers(llvm::Function& function) {
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
    for (llvm::BasicBlock* block : order)
        for (llvm::Instruction& instruction : *block)
            if (has_whole_type(instruction))
                if (const auto found = range_of(instruction)) ranges_.insert({&instruction, *found});
}

bool WholeNumbers::contains(const llvm::Value* value) const {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    return instruction && ranges_.contains(const_cast<llvm::Instruction*>(instruction));
}

std::optional<Range> WholeNumbers::range(const llvm::Value* value) const {
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return range_of_constant(*constant);
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    const auto known = ranges_.find(const_cast<llvm::Instruction*>(instruction));
    if (!instruction || known == ranges_.end()) return std::nullopt;
    return known->second;
}

std::optional<Range> WholeNumbers::range_of(const llvm::Instruction& instruction) const {
    if (llvm::isa<llvm::UIToFPInst, llvm::SIToFPInst>(instruction))
        return range_of_conversion(llvm::cast<llvm::CastInst>(instruction));
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return range_of_call(*call);
    const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction);
    if (!choice && !llvm::isa<llvm::BinaryOperator>(instruction)) return std::nullopt;
    const auto a = range(choice ? choice->getTrueValue() : instruction.getOperand(0));
    const auto b = a ? range(choice ? choice->getFalseValue() : instruction.getOperand(1)) : std::nullopt;
    if (!b) return std::nullopt;
    switch (instruction.getOpcode()) {
        case llvm::Instruction::Select: return Range{std::min(a->low, b->low), std::max(a->high, b->high)};
        case llvm::Instruction::FAdd: return small({a->low + b->low, a->high + b->high});
        case llvm::Instruction::FSub: return small({a->low - b->high, a->high - b->low});
        case llvm::Instruction::FMul: return may_be_negative_zero(*a, *b) ? std::nullopt : small(product(*a, *b));
        default: return std::nullopt;
    }
}

std::optional<Range> WholeNumbers::range_of_call(const llvm::CallInst& call) const {
    const llvm::Intrinsic::ID id = call.getIntrinsicID();
    if (id == llvm::Intrinsic::fabs) {
        const auto a = range(call.getArgOperand(0));
        return a ? std::optional(Range{0, std::max(-a->low, a->high)}) : std::nullopt;
    }
    if (id != llvm::Intrinsic::fmuladd && id != llvm::Intrinsic::fma) return std::nullopt;
    const auto a = range(call.getArgOperand(0)), b = range(call.getArgOperand(1)), c = range(call.getArgOperand(2));
    if (!a || !b || !c) return std::nullopt;
    // The sum is never -0.0: a sum is -0.0 only if both operands are -0.0, and the operand `c` is never -0.0.
    const Range both = product(*a, *b);
    if (both.low < -largest_product || both.high > largest_product) return std::nullopt;
    return small({both.low + c->low, both.high + c->high});
}

llvm::Constant* small_integers_of(const llvm::Constant& whole) {
    llvm::Type* type = llvm::Type::getInt16Ty(whole.getContext());
    llvm::SmallVector<llvm::Constant*, 16> elements;
    for (unsigned i = 0; i < element_count(whole); ++i)
        elements.push_back(llvm::ConstantInt::getSigned(type, *whole_value(element_of(whole, i))));
    return whole.getType()->isVectorTy() ? llvm::ConstantVector::get(elements) : elements.front();
}

}  // namespace lanewise::compiler
