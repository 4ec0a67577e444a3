#include "compiler/machine/faults/short_products.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "compiler/ir/passes/preserved.h"
#include "compiler/target/target_features.h"

namespace lanewise::compiler {
namespace {

using llvm::Value;

constexpr unsigned factor_bits = 16;
constexpr unsigned product_bits = 32;

// Determines whether a value, or each element of a vector, fits into 16 bits. If an instruction chooses among values
// (phi, select, shuffle, minimum), examines each of these values by LLVM's value tracking. Value tracking has a limited
// depth: from the choosing instruction, it might not reach values that the code generator's value tracking reaches.
class Fits {
public:
    explicit Fits(bool as_signed, const llvm::DataLayout& layout) : as_signed_(as_signed), layout_(layout) {}

    bool operator()(const Value& value) {
        if (llvm::isa<llvm::PoisonValue>(value) || asked_.contains(&value)) return true;
        if (is_known(value)) return true;
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
        if (!instruction || !is_choice(*instruction) || asked_.size() == most_values) return false;
        asked_.insert(instruction);  // a loop's phi fits if all its incoming values from outside the cycle fit
        const unsigned first = llvm::isa<llvm::SelectInst>(instruction) ? 1 : 0;
        const unsigned count =
            llvm::isa<llvm::PHINode>(instruction) ? instruction->getNumOperands() : std::min(first + 2, 3U);
        for (unsigned i = first; i < count; ++i)
            if (!(*this)(*instruction->getOperand(i))) return false;
        return true;
    }

private:
    static constexpr unsigned most_values = 64;

    static bool is_choice(const llvm::Instruction& instruction) {
        return llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::ShuffleVectorInst, llvm::InsertElementInst,
                         llvm::MinMaxIntrinsic>(instruction);
    }

    bool is_known(const Value& value) const {
        const unsigned bits = value.getType()->getScalarSizeInBits();
        if (as_signed_) return llvm::ComputeNumSignBits(&value, layout_) > bits - factor_bits;
        return llvm::computeKnownBits(&value, layout_).countMaxActiveBits() <= factor_bits;
    }

    const bool as_signed_;
    const llvm::DataLayout& layout_;
    llvm::SmallPtrSet<const Value*, 16> asked_;
};

enum class Sign : std::uint8_t { both_signed, both_unsigned, mixed };

// Returns the signedness of a product's factors; empty if the factors are not known to fit into 16 bits.
std::optional<Sign> sign_of(const llvm::BinaryOperator& product) {
    const llvm::DataLayout& layout = product.getDataLayout();
    const auto fits = [&](unsigned operand, bool as_signed) {
        return Fits(as_signed, layout)(*product.getOperand(operand));
    };
    const bool a_signed = fits(0, true), b_signed = fits(1, true);
    if (a_signed && b_signed) return Sign::both_signed;
    const bool a_unsigned = fits(0, false), b_unsigned = fits(1, false);
    if (a_unsigned && b_unsigned) return Sign::both_unsigned;
    if ((a_signed || a_unsigned) && (b_signed || b_unsigned)) return Sign::mixed;
    return std::nullopt;
}

bool is_wide_product(const llvm::Instruction& instruction) {
    return instruction.getOpcode() == llvm::Instruction::Mul && instruction.getType()->isVectorTy() &&
           instruction.getType()->getScalarSizeInBits() > product_bits;
}

// Whether only sums and stores use the product, so that no shift or truncation applies to the product alone. Sums and
// stores need 64 bits, and extending products of 32 bits takes longer than computing products of 64 bits.
bool is_only_summed(const llvm::Instruction& product) {
    return llvm::all_of(product.users(), [](const llvm::User* user) {
        if (llvm::isa<llvm::StoreInst>(user)) return true;
        const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(user);
        return sum && (sum->getOpcode() == llvm::Instruction::Add || sum->getOpcode() == llvm::Instruction::Sub) &&
               !llvm::isa<llvm::Constant>(sum->getOperand(0)) && !llvm::isa<llvm::Constant>(sum->getOperand(1));
    });
}

// Returns the constant number of bits by which `user` shifts `product` to the right; empty if `user` is not such a
// shift.
std::optional<unsigned> shift_of(const llvm::User& user, const Value& product) {
    const auto* shift = llvm::dyn_cast<llvm::BinaryOperator>(&user);
    if (!shift || !shift->isShift() || shift->getOpcode() == llvm::Instruction::Shl) return std::nullopt;
    const llvm::APInt* amount = nullptr;
    if (shift->getOperand(0) != &product ||
        !llvm::PatternMatch::match(shift->getOperand(1), llvm::PatternMatch::m_APInt(amount)))
        return std::nullopt;
    if (amount->uge(amount->getBitWidth())) return std::nullopt;
    return static_cast<unsigned>(amount->getZExtValue());
}

// Whether the upper bits of the result of `shift` are unused, so that copies of the sign may be shifted in instead of
// zeros.
bool drops_upper_bits(const llvm::User& shift, unsigned amount) {
    const unsigned kept = shift.getType()->getScalarSizeInBits() - amount;
    return llvm::all_of(shift.users(), [&](const llvm::User* user) {
        return llvm::isa<llvm::TruncInst>(user) && user->getType()->getScalarSizeInBits() <= kept;
    });
}

class Narrowing {
public:
    Narrowing(llvm::BinaryOperator& product, Sign sign)
        : product_(product), sign_(sign), type_(llvm::cast<llvm::FixedVectorType>(product.getType())) {}

    void run() {
        llvm::IRBuilder<> builder(&product_);
        Value* narrow = builder.CreateMul(factor(builder, 0, product_bits), factor(builder, 1, product_bits));
        for (llvm::User* user : llvm::make_early_inc_range(product_.users()))
            if (const auto amount = shift_of(*user, product_)) replace_shift(*user, *amount, narrow);
        if (product_.use_empty())
            product_.eraseFromParent();
        else
            replace(product_, widened(builder, narrow));
        llvm::RecursivelyDeleteTriviallyDeadInstructions(narrow);
    }

private:
    llvm::Type* of_bits(unsigned bits) const {
        return llvm::FixedVectorType::get(llvm::Type::getIntNTy(product_.getContext(), bits), type_->getNumElements());
    }

    Value* factor(llvm::IRBuilder<>& builder, unsigned operand, unsigned bits) const {
        Value* value = product_.getOperand(operand);
        auto* cast = llvm::dyn_cast<llvm::CastInst>(value);
        if (!cast || !llvm::isa<llvm::SExtInst, llvm::ZExtInst>(cast)) return builder.CreateTrunc(value, of_bits(bits));
        Value* from = cast->getOperand(0);
        return builder.CreateIntCast(from, of_bits(bits), llvm::isa<llvm::SExtInst>(cast));
    }

    Value* widened(llvm::IRBuilder<>& builder, Value* narrow) const {
        if (sign_ == Sign::both_unsigned) return builder.CreateZExt(narrow, type_);
        return builder.CreateSExt(narrow, type_);
    }

    void replace_shift(llvm::User& user, unsigned amount, Value* narrow) const {
        auto& shift = llvm::cast<llvm::BinaryOperator>(user);
        const bool is_logical = shift.getOpcode() == llvm::Instruction::LShr;
        if (is_logical && sign_ != Sign::both_unsigned && !drops_upper_bits(shift, amount)) return;
        llvm::IRBuilder<> builder(&shift);
        if (sign_ != Sign::both_unsigned) {
            Value* result = shifted_high_half(builder, amount);
            if (!result) result = builder.CreateAShr(narrow, std::min(amount, product_bits - 1));
            replace(shift, widened(builder, result));
        } else if (amount < product_bits) {
            replace(shift, widened(builder, builder.CreateLShr(narrow, amount)));
        } else {
            replace(shift, llvm::Constant::getNullValue(type_));
        }
    }

    // Returns the shifted product computed by PMULHW; null if a product of 32 bits takes as few instructions.
    Value* shifted_high_half(llvm::IRBuilder<>& builder, unsigned amount) const {
        if (sign_ != Sign::both_signed || amount <= factor_bits || !comes_of_short(0) || !comes_of_short(1))
            return nullptr;
        const unsigned lanes = type_->getNumElements(), register_lanes = register_bits() / factor_bits;
        const unsigned part = std::min(lanes, register_lanes);
        if (part * factor_bits < 128 || !llvm::isPowerOf2_32(part) || lanes % part != 0) return nullptr;
        Value *a = factor(builder, 0, factor_bits), *b = factor(builder, 1, factor_bits), *result = nullptr;
        for (unsigned first = 0; first < lanes; first += part) {
            Value* high = builder.CreateIntrinsic(multiply_high(part), {},
                                                  {part_of(builder, a, first, part), part_of(builder, b, first, part)});
            result = result ? with_part(builder, result, high, first, part) : placed(builder, high, lanes);
        }
        return builder.CreateAShr(result, std::min(amount - factor_bits, factor_bits - 1));
    }

    bool comes_of_short(unsigned operand) const {
        const Value* value = product_.getOperand(operand);
        if (llvm::isa<llvm::Constant>(value)) return true;
        const auto* cast = llvm::dyn_cast<llvm::CastInst>(value);
        return cast && llvm::isa<llvm::SExtInst, llvm::ZExtInst>(cast) &&
               cast->getSrcTy()->getScalarSizeInBits() <= factor_bits;
    }

    unsigned register_bits() const {
        const llvm::Function& function = *product_.getFunction();
        if (!has_feature(function, "avx2")) return 128;
        const bool is_wide = function.getFnAttribute("prefer-vector-width").getValueAsString() == "512";
        return is_wide && has_feature(function, "avx512bw") ? 512 : 256;
    }

    static llvm::Intrinsic::ID multiply_high(unsigned lanes) {
        return lanes == 32   ? llvm::Intrinsic::x86_avx512_pmulh_w_512
               : lanes == 16 ? llvm::Intrinsic::x86_avx2_pmulh_w
                             : llvm::Intrinsic::x86_sse2_pmulh_w;
    }

    static unsigned lanes_of(const Value& value) {
        return llvm::cast<llvm::FixedVectorType>(value.getType())->getNumElements();
    }

    static Value* part_of(llvm::IRBuilder<>& builder, Value* whole, unsigned first, unsigned count) {
        if (count == lanes_of(*whole)) return whole;
        llvm::SmallVector<int, 32> lanes(count);
        std::iota(lanes.begin(), lanes.end(), static_cast<int>(first));
        return builder.CreateShuffleVector(whole, lanes);
    }

    static Value* placed(llvm::IRBuilder<>& builder, Value* part, unsigned lanes) {
        const unsigned count = lanes_of(*part);
        if (count == lanes) return part;
        llvm::SmallVector<int, 64> places(lanes, llvm::PoisonMaskElem);
        std::iota(places.begin(), places.begin() + count, 0);
        return builder.CreateShuffleVector(part, places);
    }

    static Value* with_part(llvm::IRBuilder<>& builder, Value* whole, Value* part, unsigned first, unsigned count) {
        const unsigned lanes = lanes_of(*whole);
        llvm::SmallVector<int, 64> places(lanes);
        std::iota(places.begin(), places.end(), 0);
        std::iota(places.begin() + first, places.begin() + first + count, static_cast<int>(lanes));
        return builder.CreateShuffleVector(whole, placed(builder, part, lanes), places);
    }

    static void replace(llvm::Instruction& old, Value* made) {
        if (!llvm::isa<llvm::Constant>(made)) made->takeName(&old);
        old.replaceAllUsesWith(made);
        old.eraseFromParent();
    }

    llvm::BinaryOperator& product_;
    const Sign sign_;
    llvm::FixedVectorType* type_;
};

}  // namespace

llvm::PreservedAnalyses ShortProducts::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    llvm::SmallVector<llvm::WeakTrackingVH, 16> products, factors;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (is_wide_product(instruction)) products.emplace_back(&instruction);
    for (const llvm::WeakTrackingVH& found : products) {
        auto* product = llvm::dyn_cast_or_null<llvm::BinaryOperator>(found);
        if (!product || is_only_summed(*product)) continue;
        const auto sign = sign_of(*product);
        if (!sign) continue;
        for (llvm::Value* factor : product->operands()) factors.emplace_back(factor);
        Narrowing(*product, *sign).run();
    }
    llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(factors);
    return preserves_flow(!factors.empty());
}

}  // namespace lanewise::compiler
