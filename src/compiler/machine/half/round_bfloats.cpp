#include "compiler/machine/half/round_bfloats.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/target/target_features.h"

namespace lanewise::compiler {
namespace {

using namespace llvm::PatternMatch;

constexpr unsigned register_lanes = 16;

// True if `sum` is bits + 0x7fff + (bits >> 16 & 1), with the addends in any order. Sets `bits`.
bool is_rounded(llvm::Value* sum, llvm::Value*& bits) {
    llvm::Value *a = nullptr, *b = nullptr, *c = nullptr;
    if (!match(sum, m_Add(m_Value(a), m_Value(b)))) return false;
    if (!match(a, m_Add(m_Value(), m_Value()))) std::swap(a, b);
    c = b;
    llvm::Value *first = nullptr, *second = nullptr;
    if (!match(a, m_Add(m_Value(first), m_Value(second)))) return false;
    llvm::Value* terms[] = {first, second, c};
    bool has_half = false;
    llvm::Value *odd_of = nullptr, *plain = nullptr;
    for (llvm::Value* term : terms) {
        llvm::Value* of = nullptr;
        if (match(term, m_SpecificInt(0x7fff)))
            has_half = true;
        else if (match(term, m_And(m_LShr(m_Value(of), m_SpecificInt(16)), m_One())))
            odd_of = of;
        else
            plain = term;
    }
    bits = plain;
    return has_half && plain && odd_of == plain;
}

// True if `condition` is true only for a NaN in `x`. `bits` are the bits of `x`.
bool is_nan_test(llvm::Value* condition, llvm::Value* x, llvm::Value* bits) {
    llvm::CmpPredicate predicate;
    llvm::Value* other = nullptr;
    if (match(condition, m_FCmp(predicate, m_Specific(x), m_Value(other))))
        return predicate == llvm::CmpInst::FCMP_UNO && (other == x || match(other, m_NonNaN()));
    return match(condition,
                 m_ICmp(predicate, m_And(m_Specific(bits), m_SpecificInt(0x7fffffff)), m_SpecificInt(0x7f800000))) &&
           predicate == llvm::CmpInst::ICMP_UGT;
}

// Returns the vector of floats that `narrow` rounds to bfloat16; null if `narrow` does something else.
llvm::Value* rounded_number(llvm::Instruction& narrow) {
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(narrow.getType());
    if (!type || !type->getElementType()->isIntegerTy(16)) return nullptr;
    if (type->getNumElements() % register_lanes != 0) return nullptr;
    llvm::Value *condition = nullptr, *nan = nullptr, *sum = nullptr, *bits = nullptr, *x = nullptr;
    const auto sixteen = m_SpecificInt(16);
    const bool is_late =
        match(&narrow, m_Trunc(m_LShr(m_Select(m_Value(condition), m_Value(nan), m_Value(sum)), sixteen)));
    if (!is_late && !match(&narrow, m_Trunc(m_Select(m_Value(condition), m_Value(nan), m_LShr(m_Value(sum), sixteen)))))
        return nullptr;
    if (!is_rounded(sum, bits) || !match(bits, m_BitCast(m_Value(x)))) return nullptr;
    if (!x->getType()->getScalarType()->isFloatTy() || !is_nan_test(condition, x, bits)) return nullptr;
    const bool is_quiet = is_late ? match(nan, m_Or(m_Specific(bits), m_SpecificInt(0x400000)))
                                  : match(nan, m_Or(m_LShr(m_Specific(bits), sixteen), m_SpecificInt(0x40)));
    return is_quiet ? x : nullptr;
}

llvm::Value* by_instruction(llvm::IRBuilder<>& builder, llvm::Value* x) {
    const unsigned lanes = llvm::cast<llvm::FixedVectorType>(x->getType())->getNumElements();
    auto* words = llvm::FixedVectorType::get(builder.getInt16Ty(), register_lanes);
    llvm::SmallVector<llvm::Value*, 4> parts;
    for (unsigned first = 0; first < lanes; first += register_lanes) {
        llvm::SmallVector<int, register_lanes> mask;
        for (unsigned lane = 0; lane < register_lanes; ++lane) mask.push_back(static_cast<int>(first + lane));
        llvm::Value* part = lanes == register_lanes ? x : builder.CreateShuffleVector(x, mask);
        part = builder.CreateIntrinsic(llvm::Intrinsic::x86_avx512bf16_cvtneps2bf16_512, {}, {part});
        parts.push_back(builder.CreateBitCast(part, words));
    }
    return llvm::concatenateVectors(builder, parts);
}

// Rounds `x` by integer arithmetic, as `narrow` does; used in the branch for denormal numbers.
llvm::Value* by_arithmetic(llvm::Instruction& narrow, llvm::Value* x, llvm::Instruction* before) {
    llvm::IRBuilder<> builder(before);
    llvm::Type* words = x->getType()->getWithNewType(builder.getInt32Ty());
    const auto constant = [&](std::uint64_t value) { return llvm::ConstantInt::get(words, value); };
    llvm::Value* bits = builder.CreateBitCast(x, words);
    llvm::Value* odd = builder.CreateAnd(builder.CreateLShr(bits, 16), constant(1));
    llvm::Value* rounded = builder.CreateAdd(builder.CreateAdd(bits, constant(0x7fff)), odd);
    llvm::Value* quiet = builder.CreateOr(bits, constant(0x400000));
    llvm::Value* chosen = builder.CreateSelect(builder.CreateFCmpUNO(x, x), quiet, rounded);
    return builder.CreateTrunc(builder.CreateLShr(chosen, 16), narrow.getType());
}

void replace(llvm::Instruction& narrow, llvm::Value* x, bool may_flush) {
    llvm::IRBuilder<> builder(&narrow);
    llvm::Value* quick = by_instruction(builder, x);
    if (may_flush) {
        narrow.replaceAllUsesWith(quick);
        llvm::RecursivelyDeleteTriviallyDeadInstructions(&narrow);
        return;
    }
    const unsigned lanes = llvm::cast<llvm::FixedVectorType>(x->getType())->getNumElements();
    llvm::Value* denormal = builder.createIsFPClass(x, llvm::fcSubnormal);
    llvm::Value* any = builder.CreateICmpNE(builder.CreateBitCast(denormal, builder.getIntNTy(lanes)),
                                            llvm::ConstantInt::get(builder.getIntNTy(lanes), 0));
    llvm::BasicBlock* block = narrow.getParent();
    llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(
        any, &narrow, /*Unreachable=*/false, llvm::MDBuilder(narrow.getContext()).createUnlikelyBranchWeights());
    llvm::Value* exact = by_arithmetic(narrow, x, end);
    llvm::IRBuilder<> merging(narrow.getParent(), narrow.getParent()->begin());
    llvm::PHINode* result = merging.CreatePHI(narrow.getType(), 2);
    result->addIncoming(quick, block);
    result->addIncoming(exact, end->getParent());
    narrow.replaceAllUsesWith(result);
    llvm::RecursivelyDeleteTriviallyDeadInstructions(&narrow);
}

}  // namespace

llvm::PreservedAnalyses RoundBfloats::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    const bool is_wide = function.getFnAttribute("prefer-vector-width").getValueAsString() == "512";
    if (!is_wide || !has_feature(function, "avx512bf16")) return llvm::PreservedAnalyses::all();
    llvm::SmallVector<std::pair<llvm::Instruction*, llvm::Value*>, 8> found;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (auto* narrow = llvm::dyn_cast<llvm::TruncInst>(&instruction))
            if (llvm::Value* x = rounded_number(*narrow)) found.emplace_back(narrow, x);
    if (found.empty()) return llvm::PreservedAnalyses::all();
    const bool may_flush = function.getDenormalMode(llvm::APFloat::IEEEsingle()).Input != llvm::DenormalMode::IEEE;
    for (const auto& [narrow, x] : found) replace(*narrow, x, may_flush);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
