#include "compiler/linearize/strided_streams/block_test.h"

#include <algorithm>
#include <cstdlib>

#include "compiler/ir/space_aliasing.h"
#include "compiler/limits/costs.h"

namespace lanewise::compiler {
namespace {

std::int64_t bytes_of(const llvm::Instruction& access) {
    return static_cast<std::int64_t>(access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access)));
}

}  // namespace

// Makes a copy of `value` before the access in the loop's body, and returns the copy. Returns null if `value` cannot be
// computed there, for example because `value` depends on a load.
llvm::Value* BlockTest::early(llvm::Value& value) {
    llvm::IRBuilder<> builder(access_.access);
    const auto substitute = [&](llvm::Instruction& instruction) -> std::optional<llvm::Value*> {
        if (!dominators_.dominates(&instruction, access_.access)) return std::nullopt;
        return &instruction;
    };
    return copy_value(builder, value, substitute, made_);
}

bool BlockTest::prepare() {
    counters_ = access_.counters;
    for (const StreamedPlace& other : others_) {
        if (other.access == access_.access || are_apart(*access_.access, *other.access)) continue;
        llvm::Value* place = early(*llvm::getLoadStorePointerOperand(other.access));
        if (!place || place->getType() != llvm::getLoadStorePointerOperand(access_.access)->getType()) return false;
        met_.push_back({&other, place});
        for (Counter counter : other.counters) {
            counter.value = early(*counter.value);
            if (!counter.value) return false;
            counters_.push_back(counter);
        }
    }
    return true;
}

llvm::Value* BlockTest::build(llvm::IRBuilder<>& builder) const {
    llvm::Value* result = builder.getFalse();
    for (const Counter& counter : counters_) result = builder.CreateOr(result, wraps(builder, counter));
    for (const Met& met : met_) result = builder.CreateOr(result, meets(builder, met));
    return builder.CreateFreeze(result, "block_differs");
}

// Returns an i1 that is true if `counter` wraps around before the block's last element.
llvm::Value* BlockTest::wraps(llvm::IRBuilder<>& builder, const Counter& counter) const {
    const unsigned bits = counter.value->getType()->getIntegerBitWidth();
    const auto growth = static_cast<std::uint64_t>(std::abs(counter.motion.step) * (access_.elements - 1));
    if (!llvm::isUIntN(bits - 1, growth)) return builder.getTrue();
    const llvm::APInt way(bits, growth);
    const bool is_up = counter.motion.step > 0;
    const llvm::APInt end = counter.is_signed
                                ? (is_up ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getSignedMinValue(bits))
                                : (is_up ? llvm::APInt::getMaxValue(bits) : llvm::APInt(bits, 0));
    const auto past = counter.is_signed ? (is_up ? llvm::CmpInst::ICMP_SGT : llvm::CmpInst::ICMP_SLT)
                                        : (is_up ? llvm::CmpInst::ICMP_UGT : llvm::CmpInst::ICMP_ULT);
    return builder.CreateICmp(past, counter.value, builder.getInt(is_up ? end - way : end + way));
}

// Returns the distances at which two accesses conflict, if both addresses grow by the same step. If a load runs early,
// no store may write to its memory between the early load and the original iteration of the load. If a store runs late,
// no access may use its memory between the original iteration of the store and the late store.
BlockTest::Reach BlockTest::reach_in_step(const StreamedPlace& other) const {
    const std::int64_t element = bytes_of(*access_.access), size = bytes_of(*other.access);
    const bool is_load = llvm::isa<llvm::LoadInst>(access_.access);
    const bool is_first = dominators_.dominates(access_.access, other.access);
    const std::int64_t same_turn = is_load == is_first ? element : 0;  // 0 if accesses to the same element conflict
    // The stream moves up or down in memory. A load conflicts with an access that is ahead in this direction: in the
    // original loop, this access reaches addresses of the block before the load does. A store conflicts with an access
    // that follows in this direction: this access reaches addresses of the block after the store does.
    if (is_load == (access_.step > 0)) return {same_turn - size, element * access_.elements};
    return {-size - element * (access_.elements - 1), element - same_turn};
}

BlockTest::Reach BlockTest::reach(const StreamedPlace& other) const {
    if (other.step == access_.step) return reach_in_step(other);
    const std::int64_t element = bytes_of(*access_.access), way = other.step * (access_.elements - 1);
    // Offset in bytes from this iteration's element to the block's element with the lowest address.
    const std::int64_t first = std::min<std::int64_t>(access_.step, 0) * (access_.elements - 1);
    return {first - bytes_of(*other.access) - std::max<std::int64_t>(way, 0),
            first + element * access_.elements - std::min<std::int64_t>(way, 0)};
}

// Compares the two addresses instead of their difference, since InstCombine (LLVM 22) makes invalid instructions from a
// difference of vectors.
llvm::Value* BlockTest::meets(llvm::IRBuilder<>& builder, const Met& met) const {
    const auto [low, high] = reach(*met.other);
    llvm::Type* number = builder.getInt64Ty();
    llvm::Value* other = builder.CreatePtrToInt(met.place, number);
    llvm::Value* own = builder.CreatePtrToInt(llvm::getLoadStorePointerOperand(access_.access), number);
    const auto after = [&](std::int64_t bytes) {
        return builder.CreateAdd(own, builder.getInt64(static_cast<std::uint64_t>(bytes)));
    };
    return builder.CreateAnd(builder.CreateICmpSGE(other, after(low + 1)), builder.CreateICmpSLT(other, after(high)));
}

}  // namespace lanewise::compiler
