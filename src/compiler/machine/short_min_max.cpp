#include "compiler/machine/short_min_max.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <numeric>

#include "compiler/ir/passes/preserved.h"
#include "compiler/target/target_features.h"

namespace lanewise::compiler {
namespace {

using llvm::Value;
using llvm::Intrinsic::ID;

constexpr unsigned as_compared = 4;        // VRANGE's sign control: the result has the sign of the chosen operand
constexpr unsigned rounds_as_current = 4;  // _MM_FROUND_CUR_DIRECTION: exceptions are not suppressed

bool is_min_max(const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    return call &&
           (call->getIntrinsicID() == llvm::Intrinsic::minnum || call->getIntrinsicID() == llvm::Intrinsic::maxnum);
}

// Returns true if `suits` accepts the number in `constant`: a scalar, or a vector with equal elements. Also returns
// true for zeros and poison, without calling `suits`.
template <typename Suits>
bool is_all(const llvm::Constant& constant, Suits suits) {
    if (llvm::isa<llvm::PoisonValue, llvm::ConstantAggregateZero>(constant)) return true;
    const auto* number = llvm::dyn_cast_or_null<llvm::ConstantFP>(
        constant.getType()->isVectorTy() ? constant.getSplatValue() : &constant);
    return number && suits(number->getValue());
}

// Proves that a value is no signaling NaN, because it is a result of arithmetic, or is chosen among results of
// arithmetic (phi, select, shuffle).
class Quiet {
public:
    bool operator()(const Value& value) {
        if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value))
            return is_all(*constant, [](const llvm::APFloat& number) { return !number.isSignaling(); });
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
        if (!instruction) return false;
        if (is_arithmetic(*instruction) || seen_.contains(instruction)) return true;
        if (!is_choice(*instruction) || seen_.size() == most_values) return false;
        seen_.insert(instruction);  // a loop's phi is assumed to be no signaling NaN while its operands are checked
        return llvm::all_of(instruction->operands(), [&](const llvm::Use& part) {
            return !part->getType()->isFPOrFPVectorTy() || (*this)(*part);
        });
    }

private:
    static constexpr unsigned most_values = 32;

    static bool is_arithmetic(const llvm::Instruction& instruction) {
        switch (instruction.getOpcode()) {
            case llvm::Instruction::FAdd:
            case llvm::Instruction::FSub:
            case llvm::Instruction::FMul:
            case llvm::Instruction::FDiv:
            case llvm::Instruction::SIToFP:
            case llvm::Instruction::UIToFP:
            case llvm::Instruction::FPTrunc:
            case llvm::Instruction::FPExt: return true;
            default: break;
        }
        const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
        if (!call) return false;
        const ID id = call->getIntrinsicID();
        return id == llvm::Intrinsic::fma || id == llvm::Intrinsic::fmuladd || id == llvm::Intrinsic::sqrt;
    }

    static bool is_choice(const llvm::Instruction& instruction) {
        const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
        if (call && call->getIntrinsicID() == llvm::Intrinsic::fabs) return true;
        return is_min_max(instruction) ||
               llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::ShuffleVectorInst, llvm::InsertElementInst,
                         llvm::ExtractElementInst>(instruction) ||
               instruction.getOpcode() == llvm::Instruction::FNeg;
    }

    llvm::SmallPtrSet<const llvm::Instruction*, most_values> seen_;
};

// Proves that a value is no NaN.
class Number {
public:
    bool operator()(const Value& value) {
        if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value))
            return is_all(*constant, [](const llvm::APFloat& number) { return !number.isNaN(); });
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
        if (!instruction) return false;
        if (llvm::isa<llvm::SIToFPInst, llvm::UIToFPInst>(instruction)) return true;
        if (asked_.contains(instruction)) return true;  // a phi is assumed to be no NaN while its operands are checked
        if (visits_ == most_visits) return false;
        ++visits_;
        asked_.insert(instruction);
        const bool result = is_number(*instruction);
        asked_.erase(instruction);
        return result;
    }

private:
    static constexpr unsigned most_visits = 64;

    bool is_number(const llvm::Instruction& instruction) {
        const auto is_one = [&](const llvm::Use& part) { return (*this)(*part); };
        if (is_min_max(instruction))
            return is_one(instruction.getOperandUse(0)) || is_one(instruction.getOperandUse(1));
        if (llvm::isa<llvm::PHINode>(instruction)) return llvm::all_of(instruction.operands(), is_one);
        if (llvm::isa<llvm::SelectInst>(instruction))
            return is_one(instruction.getOperandUse(1)) && is_one(instruction.getOperandUse(2));
        if (llvm::isa<llvm::ShuffleVectorInst, llvm::InsertElementInst>(instruction))
            return is_one(instruction.getOperandUse(0)) && is_one(instruction.getOperandUse(1));
        if (llvm::isa<llvm::ExtractElementInst>(instruction)) return is_one(instruction.getOperandUse(0));
        return false;
    }

    llvm::SmallPtrSet<const llvm::Instruction*, 16> asked_;
    unsigned visits_ = 0;
};

bool is_known_number(const Value& value, const llvm::IntrinsicInst& at) {
    return llvm::isKnownNeverNaN(&value, llvm::SimplifyQuery(at.getDataLayout(), &at));
}

// Whether code generation would need three instructions for `call`.
bool takes_three(const llvm::IntrinsicInst& call) {
    const llvm::Type* type = call.getType()->getScalarType();
    return is_min_max(call) && (type->isFloatTy() || type->isDoubleTy()) && !call.hasNoNaNs() &&
           llvm::none_of(call.args(), [&](const llvm::Use& operand) { return is_known_number(*operand, call); });
}

// Returns `other` if `other` is less (minnum) or greater (maxnum) than `number`, otherwise `number`. If `other` is a
// NaN, returns `number`.
Value* better_of(llvm::IntrinsicInst& call, Value* number, Value* other) {
    llvm::IRBuilder<> builder(&call);
    const bool is_min = call.getIntrinsicID() == llvm::Intrinsic::minnum;
    Value* better = is_min ? builder.CreateFCmpOLT(other, number) : builder.CreateFCmpOGT(other, number);
    return builder.CreateSelect(better, other, number);
}

class Ranges {
public:
    explicit Ranges(const llvm::Function& function)
        : register_bits_(function.getFnAttribute("prefer-vector-width").getValueAsString() == "512" ? 512 : 256) {}

    /// Returns the result of VRANGE; null if the call's type has no VRANGE.
    Value* of(llvm::IntrinsicInst& call) const {
        llvm::IRBuilder<> builder(&call);
        const unsigned code = call.getIntrinsicID() == llvm::Intrinsic::minnum ? as_compared : as_compared + 1;
        return range(builder, code, call.getArgOperand(0), call.getArgOperand(1));
    }

private:
    Value* range(llvm::IRBuilder<>& builder, unsigned code, Value* a, Value* b) const {
        const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(a->getType());
        if (!vector) return of_scalars(builder, code, a, b);
        const unsigned elements = vector->getNumElements(), bits = vector->getScalarSizeInBits();
        if (elements * bits <= register_bits_) return of_register(builder, code, a, b);
        const unsigned part = register_bits_ / bits;
        if (elements % part != 0) return nullptr;
        Value* result = nullptr;
        for (unsigned first = 0; first < elements; first += part) {
            llvm::SmallVector<int, 16> own(part), place(elements, llvm::PoisonMaskElem);
            std::iota(own.begin(), own.end(), static_cast<int>(first));
            Value* made =
                of_register(builder, code, builder.CreateShuffleVector(a, own), builder.CreateShuffleVector(b, own));
            std::iota(place.begin() + first, place.begin() + first + part, 0);
            made = builder.CreateShuffleVector(made, place);
            if (result) {
                for (unsigned i = 0; i < elements; ++i) place[i] = static_cast<int>(i < first ? i : elements + i);
                made = builder.CreateShuffleVector(result, made, place);
            }
            result = made;
        }
        return result;
    }

    // Returns the result for vectors that fill one register; null for other vectors.
    static Value* of_register(llvm::IRBuilder<>& builder, unsigned code, Value* a, Value* b) {
        const bool is_double = a->getType()->getScalarType()->isDoubleTy();
        const unsigned bits = static_cast<unsigned>(a->getType()->getPrimitiveSizeInBits());
        ID id = llvm::Intrinsic::not_intrinsic;
        if (bits == 128)
            id = is_double ? llvm::Intrinsic::x86_avx512_mask_range_pd_128
                           : llvm::Intrinsic::x86_avx512_mask_range_ps_128;
        if (bits == 256)
            id = is_double ? llvm::Intrinsic::x86_avx512_mask_range_pd_256
                           : llvm::Intrinsic::x86_avx512_mask_range_ps_256;
        if (bits == 512)
            id = is_double ? llvm::Intrinsic::x86_avx512_mask_range_pd_512
                           : llvm::Intrinsic::x86_avx512_mask_range_ps_512;
        if (id == llvm::Intrinsic::not_intrinsic) return nullptr;
        const unsigned elements = llvm::cast<llvm::FixedVectorType>(a->getType())->getNumElements();
        llvm::SmallVector<Value*, 6> arguments{
            a, b, builder.getInt32(code), llvm::PoisonValue::get(a->getType()),
            llvm::ConstantInt::getSigned(builder.getIntNTy(std::max(8u, elements)), -1)};
        if (bits == 512) arguments.push_back(builder.getInt32(rounds_as_current));
        return builder.CreateIntrinsic(a->getType(), id, arguments);
    }

    static Value* of_scalars(llvm::IRBuilder<>& builder, unsigned code, Value* a, Value* b) {
        const bool is_double = a->getType()->isDoubleTy();
        auto* type = llvm::FixedVectorType::get(a->getType(), is_double ? 2 : 4);
        Value* none = llvm::PoisonValue::get(type);
        const auto in_register = [&](Value* value) {
            return builder.CreateInsertElement(none, value, std::uint64_t{0});
        };
        const ID id = is_double ? llvm::Intrinsic::x86_avx512_mask_range_sd : llvm::Intrinsic::x86_avx512_mask_range_ss;
        Value* made = builder.CreateIntrinsic(type, id,
                                              {in_register(a), in_register(b), none, builder.getInt8(0xff),
                                               builder.getInt32(code), builder.getInt32(rounds_as_current)});
        return builder.CreateExtractElement(made, std::uint64_t{0});
    }

    const unsigned register_bits_;
};

bool has_ranges(const llvm::Function& function) {
    return has_feature(function, "avx512dq") && has_feature(function, "avx512vl");
}

Value* short_form(llvm::IntrinsicInst& call) {
    Value *a = call.getArgOperand(0), *b = call.getArgOperand(1);
    if (Number()(*a)) return better_of(call, a, b);
    if (Number()(*b)) return better_of(call, b, a);
    if (!has_ranges(*call.getFunction()) || !Quiet()(*a) || !Quiet()(*b)) return nullptr;
    return Ranges(*call.getFunction()).of(call);
}

}  // namespace

llvm::PreservedAnalyses ShortMinMax::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    llvm::SmallVector<std::pair<llvm::IntrinsicInst*, Value*>, 16> found;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction); call && takes_three(*call))
            if (Value* made = short_form(*call)) found.emplace_back(call, made);
    for (const auto& [call, made] : found) {
        made->takeName(call);
        call->replaceAllUsesWith(made);
        call->eraseFromParent();
    }
    return preserves_flow(!found.empty());
}

}  // namespace lanewise::compiler
