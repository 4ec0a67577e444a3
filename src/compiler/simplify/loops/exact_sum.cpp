#include "compiler/simplify/loops/exact_sum.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/limits/budget.h"

namespace lanewise::compiler {
namespace {

using namespace llvm::PatternMatch;

// Limit for the coefficient of a product that has one factor of 32 bits. With this limit, the sum stays below 2^63,
// even if it consists of a product with two factors and all products with one factor.
constexpr std::int64_t most_of_one = std::int64_t{1} << 28;
constexpr unsigned factor_bits = 32;

bool is_small(llvm::Value& value, llvm::ScalarEvolution& evolution) {
    if (value.getType()->getIntegerBitWidth() <= factor_bits) return true;
    const llvm::ConstantRange range = evolution.getSignedRange(evolution.getSCEV(&value));
    return range.getSignedMin().isSignedIntN(factor_bits) && range.getSignedMax().isSignedIntN(factor_bits);
}

}  // namespace

bool ExactSum::Product::has_same_factors(const Product& other) const {
    return factors == other.factors || (factors[0] == other.factors[1] && factors[1] == other.factors[0]);
}

bool ExactSum::add(const Product& product) {
    auto* place = llvm::find_if(products_, [&](const Product& known) { return known.has_same_factors(product); });
    if (place == products_.end()) place = products_.insert(place, {product.factors, 0});
    place->count += product.count;
    const std::int64_t most = product.factors[1] ? 1 : most_of_one;
    const bool fits = place->count <= most && place->count >= -most;
    if (place->count == 0) products_.erase(place);
    return fits && products_.size() <= budget::summed_products;
}

std::optional<ExactSum> ExactSum::combine(const ExactSum& a, const ExactSum& b, std::int64_t sign) {
    ExactSum sum = a;
    for (const Product& product : b.products_)
        if (!sum.add({product.factors, sign * product.count})) return {};
    return sum;
}

std::optional<ExactSum> ExactSum::multiply(const ExactSum& a, const ExactSum& b) {
    ExactSum sum;
    for (const Product& left : a.products_)
        for (const Product& right : b.products_) {
            const bool is_constant = !left.factors[0] || !right.factors[0];
            if (!is_constant && (left.factors[1] || right.factors[1])) return {};
            Product product{left.factors[0] ? left.factors : right.factors, left.count * right.count};
            if (!is_constant) product.factors[1] = right.factors[0];
            if (!sum.add(product)) return {};
        }
    return sum;
}

std::optional<ExactSum> ExactSum::of_operation(llvm::Instruction& operation, llvm::ScalarEvolution& evolution,
                                               unsigned depth) {
    llvm::Value *a = nullptr, *b = nullptr;
    const auto both = [&](auto put_together) -> std::optional<ExactSum> {
        const auto left = of(*a, evolution, depth + 1), right = of(*b, evolution, depth + 1);
        return left && right ? put_together(*left, *right) : std::nullopt;
    };
    if (match(&operation, m_NSWAdd(m_Value(a), m_Value(b))) || match(&operation, m_DisjointOr(m_Value(a), m_Value(b))))
        return both([](const ExactSum& left, const ExactSum& right) { return combine(left, right, 1); });
    if (match(&operation, m_NSWSub(m_Value(a), m_Value(b))))
        return both([](const ExactSum& left, const ExactSum& right) { return combine(left, right, -1); });
    if (match(&operation, m_NSWMul(m_Value(a), m_Value(b)))) return both(multiply);
    const llvm::APInt* bits = nullptr;
    if (match(&operation, m_NSWShl(m_Value(a), m_APInt(bits))) && bits->ult(factor_bits)) {
        const auto shifted = of(*a, evolution, depth + 1);
        ExactSum factor;
        return shifted && factor.add({{}, std::int64_t{1} << bits->getZExtValue()}) ? multiply(*shifted, factor)
                                                                                    : std::nullopt;
    }
    if (match(&operation, m_SExt(m_Value(a))) || match(&operation, m_NNegZExt(m_Value(a))))
        return of(*a, evolution, depth + 1);
    const auto* cut = llvm::dyn_cast<llvm::TruncInst>(&operation);
    return cut && cut->hasNoSignedWrap() ? of(*cut->getOperand(0), evolution, depth + 1) : std::nullopt;
}

std::optional<ExactSum> ExactSum::of(llvm::Value& value, llvm::ScalarEvolution& evolution, unsigned depth) {
    if (!value.getType()->isIntegerTy() || value.getType()->getIntegerBitWidth() > 64) return {};
    ExactSum sum;
    if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
        const llvm::APInt& number = constant->getValue();
        if (!number.isSignedIntN(factor_bits)) return {};
        if (!number.isZero() && !sum.add({{}, number.getSExtValue()})) return {};
        return sum;
    }
    if (auto* operation = llvm::dyn_cast<llvm::Instruction>(&value); operation && depth < budget::summed_depth)
        if (auto parts = of_operation(*operation, evolution, depth)) return parts;
    if (!is_small(value, evolution)) return {};
    sum.add({{&value, nullptr}, 1});
    return sum;
}

std::optional<ExactSum> ExactSum::of(llvm::Value& value, llvm::ScalarEvolution& evolution) {
    return of(value, evolution, 0);
}

std::optional<ExactSum> ExactSum::difference(const ExactSum& a, const ExactSum& b) {
    auto difference = combine(a, b, -1);
    if (!difference ||
        llvm::count_if(difference->products_, [](const Product& product) { return product.factors[1]; }) > 1)
        return {};
    return difference;
}

bool ExactSum::is_of(llvm::function_ref<bool(const llvm::Value&)> predicate) const {
    return llvm::all_of(products_, [&](const Product& product) {
        return llvm::all_of(product.factors, [&](const llvm::Value* factor) { return !factor || predicate(*factor); });
    });
}

llvm::Value* ExactSum::expand(llvm::IRBuilder<>& builder) const {
    llvm::Value* sum = builder.getInt64(0);
    for (const Product& product : products_) {
        llvm::Value* part = builder.getInt64(static_cast<std::uint64_t>(product.count));
        for (llvm::Value* factor : product.factors)
            if (factor) part = builder.CreateMul(builder.CreateSExtOrTrunc(factor, builder.getInt64Ty()), part);
        sum = builder.CreateAdd(sum, part);
    }
    return sum;
}

}  // namespace lanewise::compiler
