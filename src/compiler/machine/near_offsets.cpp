#include "compiler/machine/near_offsets.h"

#include <llvm/Analysis/SimplifyQuery.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "compiler/ir/address_spaces.h"

namespace lanewise::compiler {
namespace {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using llvm::Value;

/// Least and greatest of the lanes' integers.
struct Span {
    std::int64_t low = 0;
    std::int64_t high = 0;
};

bool is_extended(const Value* value) {
    if (!isa<llvm::SExtInst, llvm::ZExtInst>(value)) return false;
    return cast<llvm::CastInst>(value)->getOperand(0)->getType()->getScalarSizeInBits() <= 32;
}

const llvm::ConstantDataVector* numbers(const Value* value) { return dyn_cast<llvm::ConstantDataVector>(value); }

Span span_of_numbers(const llvm::ConstantDataVector& all) {
    Span span{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    for (unsigned lane = 0; lane < all.getNumElements(); ++lane) {
        const auto number = static_cast<std::int64_t>(all.getElementAsInteger(lane));
        span = {std::min(span.low, number), std::max(span.high, number)};
    }
    return span;
}

Span span_of_extended(const llvm::CastInst& extended, const llvm::DataLayout& layout) {
    const bool is_signed = isa<llvm::SExtInst>(extended);
    const Value* source = extended.getOperand(0);
    const llvm::ConstantRange range =
        computeConstantRangeIncludingKnownBits(source, is_signed, llvm::SimplifyQuery(layout));
    if (is_signed) return {range.getSignedMin().getSExtValue(), range.getSignedMax().getSExtValue()};
    Span span{static_cast<std::int64_t>(range.getUnsignedMin().getZExtValue()),
              static_cast<std::int64_t>(range.getUnsignedMax().getZExtValue())};
    const std::int64_t greatest =
        llvm::APInt::getSignedMaxValue(source->getType()->getScalarSizeInBits()).getSExtValue();
    if (extended.hasNonNeg()) span = {std::min(span.low, greatest), std::min(span.high, greatest)};
    return span;
}

// Whether a term has a small factor, and is a constant vector of small numbers or an integer extended from at most 32
// bits.
bool is_short(const Term& term) {
    constexpr std::int64_t most_factor = std::int64_t{1} << 24, most = std::int64_t{1} << 32;
    if (term.factor < -most_factor || term.factor > most_factor) return false;
    const llvm::ConstantDataVector* all = numbers(term.value);
    if (!all) return is_extended(term.value);
    const Span span = span_of_numbers(*all);
    return -most <= span.low && span.high <= most;
}

// Returns the least and the greatest possible sum of `terms`, divided by `scale`.
Span span_of_sum(llvm::ArrayRef<Term> terms, std::int64_t scale, const llvm::DataLayout& layout) {
    Span sum;
    for (const Term& term : terms) {
        const llvm::ConstantDataVector* all = numbers(term.value);
        const Span span = all ? span_of_numbers(*all) : span_of_extended(*cast<llvm::CastInst>(term.value), layout);
        const std::int64_t a = span.low * term.factor, b = span.high * term.factor;
        sum = {sum.low + std::min(a, b), sum.high + std::max(a, b)};
    }
    return {sum.low / scale, sum.high / scale};
}

// Returns a number whose subtraction makes every integer of `span` fit in a signed 32-bit integer; empty if there is
// none.
std::optional<std::int64_t> bias_of(const Span& span) {
    constexpr std::int64_t least = std::numeric_limits<std::int32_t>::min();
    constexpr std::int64_t greatest = std::numeric_limits<std::int32_t>::max();
    if (span.high - span.low > greatest - least) return std::nullopt;
    return least <= span.low && span.high <= greatest ? 0 : span.low - least;
}

// Whether all addresses are in one small object and within 2^31 bytes of each other. Both conditions must hold even if
// `places.constant` is added to one of the addresses.
bool is_in_small_object(const LanePlaces& places, const llvm::DataLayout& layout) {
    constexpr std::uint64_t small = std::uint64_t{1} << 30;
    if (places.constant < -static_cast<std::int64_t>(small) || places.constant > static_cast<std::int64_t>(small))
        return false;
    if (places.base->getType()->getPointerAddressSpace() == local_space) return true;
    if (const auto* variable = dyn_cast<llvm::AllocaInst>(places.base)) {
        const std::optional<llvm::TypeSize> size = variable->getAllocationSize(layout);
        return size && !size->isScalable() && size->getFixedValue() <= small;
    }
    const auto* variable = dyn_cast<llvm::GlobalVariable>(places.base);
    return variable && !variable->isDeclaration() && layout.getTypeAllocSize(variable->getValueType()) <= small;
}

// Returns a number that is divisible by exactly those powers of two that divide the term in all lanes.
std::uint64_t common_factor(const Term& term) {
    std::uint64_t bits = 1;
    if (const auto* all = numbers(term.value)) {
        bits = 0;
        for (unsigned lane = 0; lane < all->getNumElements(); ++lane) bits |= all->getElementAsInteger(lane);
    }
    return bits * static_cast<std::uint64_t>(term.factor);
}

// Returns the largest power of two, at most `most`, that divides all terms.
unsigned scale_of(llvm::ArrayRef<Term> varying, llvm::ArrayRef<Term> shared, unsigned most) {
    std::uint64_t bits = most;
    for (const Term& term : varying) bits |= common_factor(term);
    for (const Term& term : shared) bits |= static_cast<std::uint64_t>(term.factor);
    return 1U << std::countr_zero(bits);
}

// Returns `value` times `factor`, in as many bits as `value` has.
Value* multiply(llvm::IRBuilder<>& builder, Value* value, std::int64_t factor) {
    if (value->getType()->getScalarSizeInBits() == 32) factor = static_cast<std::int32_t>(factor);
    if (factor == 1) return value;
    if (factor == 0) return llvm::Constant::getNullValue(value->getType());
    const auto bits = static_cast<std::uint64_t>(factor);
    if (std::has_single_bit(bits)) return builder.CreateShl(value, static_cast<std::uint64_t>(std::countr_zero(bits)));
    return builder.CreateMul(value, llvm::ConstantInt::getSigned(value->getType(), factor));
}

// Returns a term divided by `scale`, as 32-bit integers.
Value* short_term(llvm::IRBuilder<>& builder, const Term& term, std::int64_t scale) {
    if (const auto* all = numbers(term.value)) {
        llvm::SmallVector<std::uint32_t, 64> shorts;
        for (unsigned lane = 0; lane < all->getNumElements(); ++lane)
            shorts.push_back(static_cast<std::uint32_t>(static_cast<std::int64_t>(all->getElementAsInteger(lane)) *
                                                        term.factor / scale));
        return llvm::ConstantDataVector::get(builder.getContext(), shorts);
    }
    const auto& extended = *cast<llvm::CastInst>(term.value);
    auto* type = cast<llvm::VectorType>(extended.getType());
    type = llvm::VectorType::get(builder.getInt32Ty(), type);
    Value* source = extended.getOperand(0);
    if (source->getType() != type) source = builder.CreateCast(extended.getOpcode(), source, type);
    return multiply(builder, source, term.factor / scale);
}

}  // namespace

std::optional<NearOffsets> NearOffsets::of(const LanePlaces& places, unsigned most_scale,
                                           const llvm::DataLayout& layout) {
    if (!places.base || places.varying.empty() || !llvm::all_of(places.varying, is_short)) return std::nullopt;
    NearOffsets near;
    near.places_ = places;
    near.scale_ = scale_of(places.varying, {}, most_scale);
    const std::optional<std::int64_t> bias = bias_of(span_of_sum(places.varying, near.scale_, layout));
    if (bias) {
        near.bias_ = *bias;
        return near;
    }
    near.places_ = places_in_object(places, layout);
    if (!near.places_.base || !is_in_small_object(near.places_, layout)) return std::nullopt;
    near.shared_ = std::exchange(near.places_.uniform, {});
    near.scale_ = scale_of(places.varying, near.shared_, most_scale);
    return near;
}

Value* NearOffsets::address(llvm::IRBuilder<>& builder) const {
    Value* address = places_.base;
    for (const Term& term : places_.uniform)
        address = builder.CreatePtrAdd(address, multiply(builder, term.value, term.factor));
    if (bias_ != 0) address = builder.CreatePtrAdd(address, builder.getInt64(bias_ * scale_));
    return address;
}

Value* NearOffsets::offsets(llvm::IRBuilder<>& builder) const {
    Value* sum = nullptr;
    Value* shared = nullptr;
    const auto add = [&](Value* to, Value* term) { return to ? builder.CreateAdd(to, term) : term; };
    for (const Term& term : places_.varying) sum = add(sum, short_term(builder, term, scale_));
    if (bias_ != 0)
        sum = builder.CreateSub(sum, llvm::ConstantInt::get(sum->getType(), static_cast<std::uint32_t>(bias_)));
    for (const Term& term : shared_)
        shared = add(shared, multiply(builder, builder.CreateTrunc(term.value, builder.getInt32Ty()),
                                      term.factor / static_cast<std::int64_t>(scale_)));
    if (!shared) return sum;
    return builder.CreateAdd(
        sum, builder.CreateVectorSplat(cast<llvm::VectorType>(sum->getType())->getElementCount(), shared));
}

}  // namespace lanewise::compiler
