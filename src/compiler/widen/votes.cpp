// `ocl.all` without a vector: of comparisons of values that grow from lane to lane, the first or the last lane
// decides. The answer may be false where all lanes agree, never the other way round.
#include <llvm/IR/PatternMatch.h>

#include "compiler/widen/widener.h"

namespace lanewise::compiler {

using llvm::dyn_cast;

// Whether `condition` (inverted: its opposite) holds for all W lanes, as a scalar; null if that takes vectors.
llvm::Value* Widener::scalar_all(const llvm::Value* condition, bool inverted) {
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

llvm::Value* Widener::scalar_compare(const llvm::ICmpInst& comparison, bool inverted) {
    llvm::CmpPredicate predicate =
        inverted ? comparison.getInverseCmpPredicate() : comparison.getCmpPredicate();
    const llvm::Value *strided = comparison.getOperand(0), *bound = comparison.getOperand(1);
    if (!shapes_.of(strided).is_strided()) {
        std::swap(strided, bound);
        predicate = llvm::ICmpInst::getSwappedPredicate(predicate);
    }
    const Shape shape = shapes_.of(strided);
    if (!shape.is_strided() || !shapes_.of(bound).is_uniform() || shape.checked || shape.stride <= 0 ||
        !strided->getType()->isIntegerTy())
        return nullptr;
    llvm::Value *first = values_.scalar(strided), *limit = values_.scalar(bound), *in_range = nullptr;
    if (predicate == llvm::ICmpInst::ICMP_EQ) return builder_.getFalse();
    if (predicate == llvm::ICmpInst::ICMP_NE) {
        llvm::Value* last = last_lane(strided, false, in_range);
        llvm::Value* outside = builder_.CreateOr(builder_.CreateICmpULT(limit, first),
                                                 builder_.CreateICmpUGT(limit, last));
        return builder_.CreateAnd(in_range, outside);
    }
    llvm::Value* last = last_lane(strided, llvm::ICmpInst::isSigned(predicate), in_range);
    const bool upper = llvm::ICmpInst::isLT(predicate) || llvm::ICmpInst::isLE(predicate);
    return builder_.CreateAnd(in_range, builder_.CreateICmp(predicate, upper ? last : first, limit));
}

// The last lane's value; `in_range` tells that no lane on the way wraps.
llvm::Value* Widener::last_lane(const llvm::Value* original, bool is_signed, llvm::Value*& in_range) {
    llvm::Value* first = values_.scalar(original);
    const auto reach = static_cast<std::uint64_t>(shapes_.of(original).stride) * (lanes_ - 1);
    llvm::Value* sum = builder_.CreateBinaryIntrinsic(
        is_signed ? llvm::Intrinsic::sadd_with_overflow : llvm::Intrinsic::uadd_with_overflow, first,
        llvm::ConstantInt::get(first->getType(), reach));
    in_range = builder_.CreateNot(builder_.CreateExtractValue(sum, 1));
    return builder_.CreateExtractValue(sum, 0);
}

}  // namespace lanewise::compiler
