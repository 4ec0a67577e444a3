#include "compiler/analysis/linear_place.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "compiler/limits/budget.h"

namespace lanewise::compiler {

using llvm::dyn_cast;

// Decomposes an address into a sum of 64-bit terms. All factors have at most 32 bits, so no product of two factors
// overflows.
class LinearReader {
public:
    LinearReader(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) : loop_(loop), evolution_(evolution) {}

    std::optional<LinearPlace> read(llvm::Value& pointer) {
        LinearPlace place;
        llvm::Value* base = &pointer;
        while (!loop_.isLoopInvariant(base)) {
            auto* address = dyn_cast<llvm::GEPOperator>(base);
            if (!address || address->getNumIndices() != 1) return std::nullopt;
            const llvm::TypeSize size = layout().getTypeAllocSize(address->getSourceElementType());
            llvm::Value& index = *address->getOperand(1);
            if (size.isScalable() || !index.getType()->isIntegerTy(64)) return std::nullopt;
            const auto sum = read(index, LinearPlace::Extension::none, 0);
            if (!sum || !add(place, *sum, static_cast<std::int64_t>(size.getFixedValue()))) return std::nullopt;
            base = address->getPointerOperand();
        }
        place.object_ = base;
        return place;
    }

private:
    using Extension = LinearPlace::Extension;
    using Term = LinearPlace::Term;

    const llvm::DataLayout& layout() const { return loop_.getHeader()->getDataLayout(); }

    static bool add(LinearPlace& sum, const LinearPlace& other, std::int64_t factor) {
        if (!llvm::isInt<32>(factor)) return false;
        for (const auto& [term, number] : other.terms_) {
            std::int64_t& total = sum.terms_[term];
            if (!llvm::isInt<32>(number) || !llvm::isInt<32>(total + number * factor)) return false;
            total += number * factor;
        }
        sum.steps_.insert(other.steps_.begin(), other.steps_.end());
        return true;
    }

    static LinearPlace constant(std::int64_t number) {
        LinearPlace sum;
        sum.terms_[Term{}] = number;
        return sum;
    }

    // Decomposes `value`, extended to 64 bits, into a sum of terms.
    std::optional<LinearPlace> read(llvm::Value& value, Extension extension, unsigned depth) {
        if (const auto* number = dyn_cast<llvm::ConstantInt>(&value)) {
            const llvm::APInt& bits = number->getValue();
            if (bits.getSignificantBits() > 32 || (extension == Extension::without_sign && bits.isNegative()))
                return std::nullopt;
            return constant(bits.getSExtValue());
        }
        if (auto counted = read_counted(value, extension)) return counted;
        if (auto parts = read_operation(value, extension, depth)) return parts;
        if (!stays_the_same(value)) return std::nullopt;
        LinearPlace sum;
        sum.terms_[Term{{}, {&value, extension}}] = 1;
        return sum;
    }

    std::optional<LinearPlace> read_operation(llvm::Value& value, Extension extension, unsigned depth) {
        auto* operation = dyn_cast<llvm::Instruction>(&value);
        if (!operation || depth == budget::address_depth) return std::nullopt;
        if (auto* cast = dyn_cast<llvm::CastInst>(operation)) return read_extended(*cast, extension, depth);
        auto* combined = dyn_cast<llvm::BinaryOperator>(operation);
        return combined ? read_combined(*combined, extension, depth) : std::nullopt;
    }

    bool stays_the_same(llvm::Value& value) const {
        return loop_.isLoopInvariant(&value) || evolution_.isLoopInvariant(evolution_.getSCEV(&value), &loop_);
    }

    std::optional<LinearPlace> read_counted(llvm::Value& value, Extension extension) {
        auto* phi = dyn_cast<llvm::PHINode>(&value);
        if (!phi || phi->getParent() != loop_.getHeader() || !evolution_.isSCEVable(phi->getType()))
            return std::nullopt;
        const auto* counted = dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(phi));
        if (!counted || counted->getLoop() != &loop_ || !counted->isAffine()) return std::nullopt;
        if (extension == Extension::with_sign && !counted->hasNoSignedWrap()) return std::nullopt;
        if (extension == Extension::without_sign && !counted->hasNoUnsignedWrap()) return std::nullopt;
        const auto* step = dyn_cast<llvm::SCEVConstant>(counted->getStepRecurrence(evolution_));
        if (!step || step->getAPInt().getSignificantBits() > 32) return std::nullopt;
        LinearPlace sum;
        sum.terms_[Term{{phi, extension}, {}}] = 1;
        sum.steps_[phi] = step->getAPInt().getSExtValue();
        return sum;
    }

    std::optional<LinearPlace> read_extended(llvm::CastInst& cast, Extension extension, unsigned depth) {
        const bool sign = cast.getOpcode() == llvm::Instruction::SExt;
        if (!sign && cast.getOpcode() != llvm::Instruction::ZExt) return std::nullopt;
        // Treats the sign extension of a zero-extended value as a zero extension, since the value is not negative.
        // Rejects a zero extension of a sign-extended value, since this zero extension adds a power of two if the value
        // is negative.
        const Extension inner = sign ? Extension::with_sign : Extension::without_sign;
        if (sign && extension == Extension::without_sign) return std::nullopt;
        return read(*cast.getOperand(0), inner, depth + 1);
    }

    static bool stays(const llvm::BinaryOperator& combined, Extension extension) {
        if (extension == Extension::none) return true;
        if (const auto* disjoint = dyn_cast<llvm::PossiblyDisjointInst>(&combined)) return disjoint->isDisjoint();
        return extension == Extension::with_sign ? combined.hasNoSignedWrap() : combined.hasNoUnsignedWrap();
    }

    std::optional<LinearPlace> read_combined(llvm::BinaryOperator& combined, Extension extension, unsigned depth) {
        const unsigned code = combined.getOpcode();
        const auto* disjoint = dyn_cast<llvm::PossiblyDisjointInst>(&combined);
        const bool is_sum =
            code == llvm::Instruction::Add || code == llvm::Instruction::Sub || (disjoint && disjoint->isDisjoint());
        if (!is_sum && code != llvm::Instruction::Mul && code != llvm::Instruction::Shl) return std::nullopt;
        if (!stays(combined, extension)) return std::nullopt;
        auto left = read(*combined.getOperand(0), extension, depth + 1);
        if (!left) return std::nullopt;
        if (code == llvm::Instruction::Shl) {
            const auto* bits = dyn_cast<llvm::ConstantInt>(combined.getOperand(1));
            LinearPlace sum;
            const bool is_small = bits && bits->getValue().ult(31);
            if (!is_small || !add(sum, *left, std::int64_t{1} << bits->getZExtValue())) return std::nullopt;
            return sum;
        }
        const auto right = read(*combined.getOperand(1), extension, depth + 1);
        if (!right) return std::nullopt;
        if (!is_sum) return product(*left, *right);
        return add(*left, *right, code == llvm::Instruction::Sub ? -1 : 1) ? left : std::nullopt;
    }

    // Multiplies the sum by a constant or by one loop-invariant value.
    static std::optional<LinearPlace> product(const LinearPlace& a, const LinearPlace& b) {
        const LinearPlace &sum = b.terms_.size() == 1 ? a : b, &factor = b.terms_.size() == 1 ? b : a;
        if (factor.terms_.size() != 1) return std::nullopt;
        const auto& [term, number] = *factor.terms_.begin();
        LinearPlace result;
        if (!term.counted.value && !term.same.value)
            return add(result, sum, number) ? std::optional(result) : std::nullopt;
        if (term.counted.value || number != 1) return std::nullopt;
        for (const auto& [each, times] : sum.terms_) {
            if (each.same.value) return std::nullopt;
            result.terms_[Term{each.counted, term.same}] = times;
        }
        result.steps_ = sum.steps_;
        return result;
    }

    const llvm::Loop& loop_;
    llvm::ScalarEvolution& evolution_;
};

std::optional<LinearPlace> LinearPlace::of(llvm::Value& pointer, const llvm::Loop& loop,
                                           llvm::ScalarEvolution& evolution) {
    return LinearReader(loop, evolution).read(pointer);
}

LinearPlace LinearPlace::before() const {
    LinearPlace result = *this;
    for (const auto& [term, number] : terms_)
        if (term.counted.value) result.terms_[Term{{}, term.same}] -= number * steps_.at(term.counted.value);
    return result;
}

std::optional<std::int64_t> LinearPlace::distance_from(const LinearPlace& other) const {
    if (object_ != other.object_) return std::nullopt;
    std::map<Term, std::int64_t> left = terms_;
    for (const auto& [term, number] : other.terms_) left[term] -= number;
    const std::int64_t bytes = left[Term{}];
    left.erase(Term{});
    const bool is_same = std::ranges::all_of(left, [](const auto& each) { return each.second == 0; });
    return is_same ? std::optional(bytes) : std::nullopt;
}

bool LinearPlace::moves() const {
    return std::ranges::any_of(terms_, [](const auto& each) { return each.first.counted.value && each.second != 0; });
}

}  // namespace lanewise::compiler
