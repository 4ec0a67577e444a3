#include "compiler/simplify/loops/narrow_steps.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/ir/passes/preserved.h"

namespace lanewise::compiler {
namespace {

using namespace llvm::PatternMatch;

constexpr unsigned narrow_bits = 32;

bool keeps_low_bits(unsigned opcode) {
    return opcode == llvm::Instruction::Add || opcode == llvm::Instruction::Sub || opcode == llvm::Instruction::Mul;
}

// Returns the operand of `value` if `value` is an extension of a value of `type`; otherwise null.
llvm::Value* narrow_source(const llvm::Value* value, const llvm::Type* type) {
    llvm::Value* source = nullptr;
    return match(value, m_ZExtOrSExt(m_Value(source))) && source->getType() == type ? source : nullptr;
}

// Returns the wide operation that `next` truncates, if this operation computes the next value of a counter of the
// narrow type; otherwise null.
llvm::BinaryOperator* wide_step(const llvm::TruncInst& next) {
    auto* step = llvm::dyn_cast<llvm::BinaryOperator>(next.getOperand(0));
    if (!step || !step->hasOneUse() || !keeps_low_bits(step->getOpcode()) ||
        llvm::none_of(next.users(), llvm::IsaPred<llvm::PHINode>))
        return nullptr;
    const auto is_counter = [&](const llvm::Value* operand) { return narrow_source(operand, next.getType()); };
    return llvm::any_of(step->operand_values(), is_counter) ? step : nullptr;
}

llvm::Value* narrowed(llvm::IRBuilder<>& builder, llvm::Value* wide, llvm::Type* type) {
    llvm::Value* source = narrow_source(wide, type);
    return source ? source : builder.CreateTrunc(wide, type);
}

bool narrow_step(llvm::TruncInst& next) {
    llvm::BinaryOperator* step = wide_step(next);
    if (!step) return false;
    llvm::IRBuilder<> builder(&next);
    llvm::Value* a = narrowed(builder, step->getOperand(0), next.getType());
    llvm::Value* b = narrowed(builder, step->getOperand(1), next.getType());
    llvm::Value* narrow = builder.CreateBinOp(step->getOpcode(), a, b);
    narrow->takeName(&next);
    next.replaceAllUsesWith(narrow);
    next.eraseFromParent();
    step->eraseFromParent();
    return true;
}

// Whether the operation needs only the low 32 bits of an operand of 64 bits.
bool needs_low_half(const llvm::User* user) {
    const llvm::APInt* bits = nullptr;
    if (match(user, m_Shl(m_Value(), m_APInt(bits)))) return bits->uge(narrow_bits);
    return llvm::isa<llvm::TruncInst>(user) && user->getType()->getScalarSizeInBits() <= narrow_bits;
}

// Whether `phi` is a 64-bit counter whose users need only its low 32 bits, and one of the users extends these bits.
bool is_wide_counter(const llvm::PHINode& phi) {
    return phi.getType()->isIntegerTy(2 * narrow_bits) && llvm::all_of(phi.users(), needs_low_half) &&
           llvm::any_of(phi.users(), [](const llvm::User* user) { return !llvm::isa<llvm::TruncInst>(user); }) &&
           llvm::any_of(phi.incoming_values(), [&](const llvm::Use& value) {
               const auto* step = llvm::dyn_cast<llvm::BinaryOperator>(value);
               return step && keeps_low_bits(step->getOpcode());
           });
}

llvm::Value* low_half(llvm::Value* value, llvm::BasicBlock& block, llvm::IRBuilder<>& builder) {
    for (llvm::User* user : value->users()) {
        auto* known = llvm::dyn_cast<llvm::TruncInst>(user);
        if (known && known->getType() == builder.getInt32Ty() && known->getParent() == &block) return known;
    }
    builder.SetInsertPoint(block.getTerminator());
    return builder.CreateTrunc(value, builder.getInt32Ty());
}

// Replaces `(phi << 32) >> 32` by the extension of `narrow`.
void replace_extensions(llvm::PHINode& phi, llvm::Value* narrow, llvm::IRBuilder<>& builder) {
    llvm::SmallVector<llvm::Instruction*, 4> found;
    for (llvm::User* shifted : phi.users())
        if (match(shifted, m_Shl(m_Value(), m_SpecificInt(narrow_bits))))
            for (llvm::User* extension : shifted->users())
                if (match(extension, m_AShr(m_Specific(shifted), m_SpecificInt(narrow_bits))))
                    found.push_back(llvm::cast<llvm::Instruction>(extension));
    for (llvm::Instruction* extension : found) {
        builder.SetInsertPoint(extension);
        extension->replaceAllUsesWith(builder.CreateSExt(narrow, phi.getType()));
        extension->eraseFromParent();
    }
}

void narrow_counter(llvm::PHINode& phi) {
    llvm::IRBuilder<> builder(&phi);
    llvm::PHINode* const narrow = builder.CreatePHI(builder.getInt32Ty(), phi.getNumIncomingValues());
    narrow->takeName(&phi);
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
        llvm::BasicBlock* const block = phi.getIncomingBlock(i);
        const int known = narrow->getBasicBlockIndex(block);
        narrow->addIncoming(known >= 0 ? narrow->getIncomingValue(static_cast<unsigned>(known))
                                       : low_half(phi.getIncomingValue(i), *block, builder),
                            block);
    }
    replace_extensions(phi, narrow, builder);
    builder.SetInsertPoint(phi.getParent(), phi.getParent()->getFirstInsertionPt());
    phi.replaceAllUsesWith(builder.CreateZExt(narrow, phi.getType()));
    phi.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses NarrowSteps::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    bool changed = false;
    for (llvm::BasicBlock& block : function)
        for (llvm::PHINode& phi : llvm::make_early_inc_range(block.phis()))
            if (is_wide_counter(phi)) {
                narrow_counter(phi);
                changed = true;
            }
    for (llvm::BasicBlock& block : function)
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(block))
            if (auto* next = llvm::dyn_cast<llvm::TruncInst>(&instruction)) changed |= narrow_step(*next);
    return preserves_flow(changed);
}

}  // namespace lanewise::compiler
