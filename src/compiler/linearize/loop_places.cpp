#include "compiler/linearize/loop_places.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>

#include "compiler/analysis/copy_value.h"
#include "compiler/limits/budget.h"

namespace lanewise::compiler {
namespace {

constexpr Motion unknown{.is_known = false};

// Returns a known step only if it fits into 32 bits, so that the sum and the product of two steps fit into 64 bits.
Motion known_if_small(std::int64_t step) { return llvm::isInt<32>(step) ? Motion{true, step} : unknown; }

Motion sum(Motion a, Motion b) { return a.is_known && b.is_known ? known_if_small(a.step + b.step) : unknown; }

Motion product(Motion motion, const llvm::APInt& factor) {
    if (!motion.is_known || factor.getSignificantBits() > 32) return unknown;
    return known_if_small(motion.step * factor.getSExtValue());
}

}  // namespace

bool LoopPlaces::is_invariant(llvm::Value& value) {
    return loop_.isLoopInvariant(&value) ||
           (evolution_.isSCEVable(value.getType()) && evolution_.isLoopInvariant(evolution_.getSCEV(&value), &loop_));
}

// Relies on no-wrap flags. Every iteration uses the value in the address of a memory access, where a value that wraps
// around (poison) would be undefined behaviour.
std::optional<Motion> LoopPlaces::motion_of(llvm::Value& value, Numbers numbers, Counters& counters, unsigned depth) {
    if (is_invariant(value)) return Motion{};
    if (const std::optional<Motion> counted = counted_motion(value, numbers)) return counted;
    if (depth == budget::address_depth) return std::nullopt;
    if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&value))
        return motion_of_address(*address, counters, depth);
    if (auto* extension = llvm::dyn_cast<llvm::CastInst>(&value);
        extension && extension->isIntegerCast() && extension->getOpcode() != llvm::Instruction::Trunc)
        return motion_of_extended(*extension, counters, depth);
    if (auto* combined = llvm::dyn_cast<llvm::BinaryOperator>(&value))
        return motion_of_combined(*combined, numbers, counters, depth);
    return std::nullopt;
}

std::optional<Motion> LoopPlaces::counted_motion(llvm::Value& value, Numbers numbers) {
    if (!evolution_.isSCEVable(value.getType())) return std::nullopt;
    const auto* counted = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(&value));
    if (!counted || counted->getLoop() != &loop_ || !counted->isAffine()) return std::nullopt;
    if (numbers == Numbers::with_sign && !counted->hasNoSignedWrap()) return std::nullopt;
    if (numbers == Numbers::without_sign && !counted->hasNoUnsignedWrap()) return std::nullopt;
    const auto* step = llvm::dyn_cast<llvm::SCEVConstant>(counted->getStepRecurrence(evolution_));
    return step ? product({true, 1}, step->getAPInt()) : unknown;
}

std::optional<Motion> LoopPlaces::motion_of_address(llvm::GetElementPtrInst& address, Counters& counters,
                                                    unsigned depth) {
    const llvm::DataLayout& layout = address.getDataLayout();
    const unsigned bits = layout.getIndexTypeSizeInBits(address.getType());
    llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> factors;
    llvm::APInt fixed(bits, 0);
    if (!address.collectOffset(layout, bits, factors, fixed)) return std::nullopt;
    std::optional<Motion> all = motion_of(*address.getPointerOperand(), Numbers::modulo, counters, depth + 1);
    for (const auto& [index, factor] : factors) {
        const bool is_wide = index->getType()->getIntegerBitWidth() >= bits;
        const auto motion =
            all ? motion_of(*index, is_wide ? Numbers::modulo : Numbers::with_sign, counters, depth + 1) : all;
        if (!motion) return std::nullopt;
        all = sum(*all, product(*motion, factor));
    }
    return all;
}

std::optional<Motion> LoopPlaces::motion_of_extended(llvm::CastInst& extension, Counters& counters, unsigned depth) {
    llvm::Value& narrow = *extension.getOperand(0);
    const bool is_signed = extension.getOpcode() == llvm::Instruction::SExt || extension.hasNonNeg();
    const std::size_t known = counters.size();
    if (is_signed)
        if (const auto motion = motion_of(narrow, Numbers::with_sign, counters, depth + 1)) return motion;
    counters.resize(known);
    if (extension.getOpcode() == llvm::Instruction::ZExt)
        if (const auto motion = motion_of(narrow, Numbers::without_sign, counters, depth + 1)) return motion;
    counters.resize(known);
    const auto motion = motion_of(narrow, Numbers::modulo, counters, depth + 1);
    if (motion) counters.push_back({&narrow, *motion, is_signed});
    return motion;
}

std::optional<Motion> LoopPlaces::motion_of_combined(llvm::BinaryOperator& combined, Numbers numbers,
                                                     Counters& counters, unsigned depth) {
    const unsigned opcode = combined.getOpcode();
    const bool is_sum = opcode == llvm::Instruction::Add || opcode == llvm::Instruction::Sub;
    if (!is_sum && opcode != llvm::Instruction::Mul) return std::nullopt;
    if (numbers == Numbers::with_sign && !combined.hasNoSignedWrap()) return std::nullopt;
    if (numbers == Numbers::without_sign && !combined.hasNoUnsignedWrap()) return std::nullopt;
    llvm::Value &left = *combined.getOperand(0), &right = *combined.getOperand(1);
    if (!is_sum && !is_invariant(left) && !is_invariant(right)) return std::nullopt;
    const auto a = motion_of(left, numbers, counters, depth + 1);
    const auto b = a ? motion_of(right, numbers, counters, depth + 1) : a;
    if (!b) return std::nullopt;
    if (opcode == llvm::Instruction::Add) return sum(*a, *b);
    if (opcode == llvm::Instruction::Sub) return sum(*a, product(*b, llvm::APInt::getAllOnes(64)));
    const auto* factor = llvm::dyn_cast<llvm::ConstantInt>(&right);
    return factor ? product(*a, factor->getValue()) : unknown;
}

llvm::Value* LoopPlaces::in_iteration(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Value* iteration) {
    CopiedValues made;
    const auto substitute = [&](llvm::Instruction& instruction) -> std::optional<llvm::Value*> {
        if (!loop_.contains(&instruction)) return &instruction;
        if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
            return counted_in_iteration(builder, *phi, iteration);
        return std::nullopt;
    };
    return copy_value(builder, *value, substitute, made);
}

llvm::Value* LoopPlaces::counted_in_iteration(llvm::IRBuilder<>& builder, llvm::PHINode& phi, llvm::Value* iteration) {
    if (phi.getParent() != loop_.getHeader() || !phi.getType()->isIntegerTy()) return nullptr;
    const auto motion = counted_motion(phi, Numbers::modulo);
    if (!motion || !motion->is_known) return nullptr;
    llvm::Value* steps = builder.CreateMul(builder.CreateZExtOrTrunc(iteration, phi.getType()),
                                           llvm::ConstantInt::getSigned(phi.getType(), motion->step));
    return builder.CreateAdd(phi.getIncomingValueForBlock(loop_.getLoopPreheader()), steps);
}

}  // namespace lanewise::compiler
