#include "compiler/widen/calls/votes.h"

#include <llvm/IR/PatternMatch.h>

#include "compiler/ir/operations.h"

namespace lanewise::compiler {

using llvm::dyn_cast;

void Votes::widen(llvm::CallInst& call) {
    const llvm::Value* operand = call.getArgOperand(0);
    llvm::Value* result = nullptr;
    if (as_operation(&call, op::all)) {
        result = all(operand);
    } else if (shapes_.of(operand).is_uniform()) {  // a live lane exists, and has the scalar's value
        result =
            over_rows(operand, llvm::Instruction::Or, [&] { return builder_.CreateFreeze(values_.scalar(operand)); });
    } else {
        // The operand of `ocl.uniform` is the same in all active lanes, so any active lane's value is the result.
        const bool among_those_on = as_operation(&call, op::uniform) != nullptr;
        result = masks_.any_lane(over_rows(operand, llvm::Instruction::Or, [&] {
            llvm::Value* lanes = masks_.with_live(builder_.CreateFreeze(values_.part(operand)));
            return among_those_on && masks_.current() ? builder_.CreateAnd(lanes, masks_.current()) : lanes;
        }));
    }
    masks_.start_row(0);
    values_.set_scalar(&call, result);
}

llvm::Value* Votes::all(const llvm::Value* operand) {
    if (llvm::Value* compared = all_by_scalars(operand))
        return chunk_.form == ChunkForm::tail ? builder_.getFalse() : compared;
    return masks_.all_lanes(over_rows(operand, llvm::Instruction::And, [&] {
        llvm::Value* lanes = builder_.CreateFreeze(values_.part(operand));
        return masks_.current() ? builder_.CreateOr(lanes, builder_.CreateNot(masks_.current())) : lanes;
    }));
}

llvm::Value* Votes::over_rows(const llvm::Value* original, llvm::Instruction::BinaryOps combine,
                              llvm::function_ref<llvm::Value*()> of_row) {
    llvm::Value* total = nullptr;
    const bool same = chunk_.sharing.shares(original) && !masks_.in_masked_block();
    for (unsigned row = 0; row < (same ? 1 : chunk_.options.rows); ++row) {
        masks_.start_row(row);
        llvm::Value* value = of_row();
        total = total ? builder_.CreateBinOp(combine, total, value) : value;
    }
    return total;
}

// Returns an i1 that is true if `operand` is true for all lanes of all rows; null if scalar comparisons cannot compute
// this i1.
llvm::Value* Votes::all_by_scalars(const llvm::Value* operand) {
    bool found = true;
    llvm::Value* all = over_rows(operand, llvm::Instruction::And, [&]() -> llvm::Value* {
        llvm::Value* of_row = found ? scalar_all(operand, false) : nullptr;
        found = of_row != nullptr;
        return found ? of_row : builder_.getFalse();
    });
    return found ? all : nullptr;
}

// Returns an i1: whether `condition` is true for all lanes or, if `inverted` is set, whether it is false for all lanes.
// Returns null if the i1 cannot be computed without vectors.
llvm::Value* Votes::scalar_all(const llvm::Value* condition, bool inverted) {
    using namespace llvm::PatternMatch;
    if (shapes_.of(condition).is_uniform()) {
        llvm::Value* scalar = values_.scalar(condition);
        return inverted ? builder_.CreateNot(scalar) : scalar;
    }
    llvm::Value *left = nullptr, *right = nullptr;
    auto* value = const_cast<llvm::Value*>(condition);
    if (match(value, m_Not(m_Value(left)))) return scalar_all(left, !inverted);
    const bool is_and = match(value, m_LogicalAnd(m_Value(left), m_Value(right)));
    if (is_and || match(value, m_LogicalOr(m_Value(left), m_Value(right)))) {
        llvm::Value* a = scalar_all(left, inverted);
        llvm::Value* b = a ? scalar_all(right, inverted) : nullptr;
        if (!b) return nullptr;
        return is_and != inverted ? builder_.CreateLogicalAnd(a, b) : builder_.CreateLogicalOr(a, b);
    }
    if (const auto* comparison = dyn_cast<llvm::ICmpInst>(value)) return scalar_compare(*comparison, inverted);
    return nullptr;
}

llvm::Value* Votes::scalar_compare(const llvm::ICmpInst& comparison, bool inverted) {
    llvm::CmpPredicate predicate = inverted ? comparison.getInverseCmpPredicate() : comparison.getCmpPredicate();
    const llvm::Value *strided = comparison.getOperand(0), *bound = comparison.getOperand(1);
    if (!shapes_.of(strided).is_strided()) {
        std::swap(strided, bound);
        predicate = llvm::ICmpInst::getSwappedPredicate(predicate);
    }
    const Shape shape = shapes_.of(strided);
    if (!shape.is_strided() || !shapes_.of(bound).is_uniform() || shape.checked || shape.stride <= 0 ||
        !strided->getType()->isIntegerTy() || !reach_fits(shape, lanes_, strided->getType()->getIntegerBitWidth()))
        return nullptr;
    llvm::Value *first = values_.scalar(strided), *limit = values_.scalar(bound), *in_range = nullptr;
    if (predicate == llvm::ICmpInst::ICMP_EQ) return builder_.getFalse();
    if (predicate == llvm::ICmpInst::ICMP_NE) {
        llvm::Value* last = last_lane(strided, false, in_range);
        llvm::Value* outside =
            builder_.CreateOr(builder_.CreateICmpULT(limit, first), builder_.CreateICmpUGT(limit, last));
        return builder_.CreateAnd(in_range, outside);
    }
    llvm::Value* last = last_lane(strided, llvm::ICmpInst::isSigned(predicate), in_range);
    const bool upper = llvm::ICmpInst::isLT(predicate) || llvm::ICmpInst::isLE(predicate);
    return builder_.CreateAnd(in_range, builder_.CreateICmp(predicate, upper ? last : first, limit));
}

// Returns the value of `original` in the last lane. Sets `in_range` to an i1 that is true if no lane's value wraps
// around.
llvm::Value* Votes::last_lane(const llvm::Value* original, bool is_signed, llvm::Value*& in_range) {
    llvm::Value* first = values_.scalar(original);
    const auto reach = static_cast<std::uint64_t>(shapes_.of(original).stride) * (lanes_ - 1);
    llvm::Value* sum = builder_.CreateBinaryIntrinsic(
        is_signed ? llvm::Intrinsic::sadd_with_overflow : llvm::Intrinsic::uadd_with_overflow, first,
        llvm::ConstantInt::get(first->getType(), reach));
    in_range = builder_.CreateNot(builder_.CreateExtractValue(sum, 1));
    return builder_.CreateExtractValue(sum, 0);
}

}  // namespace lanewise::compiler
