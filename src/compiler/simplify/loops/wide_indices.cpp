#include "compiler/simplify/loops/wide_indices.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/limits/budget.h"

namespace lanewise::compiler {
namespace {

using llvm::dyn_cast;
using llvm::isa;
using namespace llvm::PatternMatch;

constexpr unsigned narrow_bits = 32;

/// Returns a 64-bit value that equals the sign-extended 32-bit `value`; null if there is none.
llvm::Value* wide_source(const llvm::Value* value, const llvm::DataLayout& layout) {
    llvm::Value* source = nullptr;
    if (!match(value, m_Trunc(m_Value(source))) || !source->getType()->isIntegerTy(64)) return nullptr;
    return llvm::ComputeNumSignBits(source, layout) > narrow_bits ? source : nullptr;
}

bool is_exact(const llvm::BinaryOperator& operation) {
    switch (operation.getOpcode()) {
        case llvm::Instruction::Add:
        case llvm::Instruction::Sub:
        case llvm::Instruction::Mul: return operation.hasNoSignedWrap();
        case llvm::Instruction::Shl:
            return operation.hasNoSignedWrap() && isa<llvm::ConstantInt>(operation.getOperand(1));
        default: return false;
    }
}

/// Whether `value` can be computed in 64 bits without extending any operand except constants. Sets `finds_wide` if some
/// operand already exists in 64 bits.
bool can_widen(const llvm::Value* value, const llvm::DataLayout& layout, unsigned depth, bool& finds_wide) {
    if (isa<llvm::ConstantInt>(value)) return true;
    if (wide_source(value, layout)) return finds_wide = true;
    const auto* operation = dyn_cast<llvm::BinaryOperator>(value);
    // Requires a single use: if the narrow result has other uses, InstCombine does not widen the operation either.
    return operation && depth > 0 && operation->hasOneUse() && is_exact(*operation) &&
           can_widen(operation->getOperand(0), layout, depth - 1, finds_wide) &&
           can_widen(operation->getOperand(1), layout, depth - 1, finds_wide);
}

/// Returns `value` computed in 64 bits. `can_widen` must be true. Keeps the flags of operations: an operation that does
/// not wrap around in 32 bits does not wrap around in 64 bits.
llvm::Value* widened(llvm::Value* value, const llvm::DataLayout& layout, llvm::IRBuilder<>& builder) {
    if (const auto* constant = dyn_cast<llvm::ConstantInt>(value)) return builder.getInt64(constant->getSExtValue());
    if (llvm::Value* source = wide_source(value, layout)) return source;
    auto* operation = llvm::cast<llvm::BinaryOperator>(value);
    llvm::Value* left = widened(operation->getOperand(0), layout, builder);
    llvm::Value* right = widened(operation->getOperand(1), layout, builder);
    llvm::Value* wide = builder.CreateBinOp(operation->getOpcode(), left, right, operation->getName());
    if (auto* made = dyn_cast<llvm::BinaryOperator>(wide)) made->setHasNoSignedWrap();
    return wide;
}

bool is_index(const llvm::Value& value) {
    return llvm::any_of(value.users(), [](const llvm::User* user) { return isa<llvm::GetElementPtrInst>(user); });
}

}  // namespace

llvm::PreservedAnalyses WideIndices::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    const llvm::DataLayout& layout = function.getDataLayout();
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        auto* extension = dyn_cast<llvm::SExtInst>(&instruction);
        if (!extension || !extension->getSrcTy()->isIntegerTy(narrow_bits) || !extension->getType()->isIntegerTy(64))
            continue;
        bool finds_wide = false;
        if (!can_widen(extension->getOperand(0), layout, budget::guessed_depth, finds_wide) || !finds_wide) continue;
        llvm::IRBuilder<> builder(extension);
        extension->replaceAllUsesWith(widened(extension->getOperand(0), layout, builder));
        changed = true;
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

llvm::PreservedAnalyses UnmaskedIndices::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        llvm::Value* sum = nullptr;
        if (!instruction.getType()->isIntegerTy(64) || !is_index(instruction) ||
            !match(&instruction,
                   m_And(m_Value(sum), m_SpecificInt(llvm::maskTrailingOnes<std::uint64_t>(narrow_bits)))))
            continue;
        llvm::IRBuilder<> builder(&instruction);
        llvm::Value* narrow = builder.CreateTrunc(sum, builder.getInt32Ty());
        instruction.replaceAllUsesWith(builder.CreateZExt(narrow, builder.getInt64Ty()));
        instruction.eraseFromParent();
        changed = true;
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise::compiler
