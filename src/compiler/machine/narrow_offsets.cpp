#include "compiler/machine/narrow_offsets.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/ir/passes/preserved.h"
#include "compiler/machine/near_offsets.h"

namespace lanewise::compiler {
namespace {

namespace pattern = llvm::PatternMatch;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using llvm::Value;

/// Returns the address operand of a gather or scatter; null for other instructions.
llvm::Use* places_operand(llvm::Instruction& instruction) {
    auto* call = dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (!call) return nullptr;
    if (call->getIntrinsicID() == llvm::Intrinsic::masked_gather) return &call->getArgOperandUse(0);
    if (call->getIntrinsicID() == llvm::Intrinsic::masked_scatter) return &call->getArgOperandUse(1);
    return nullptr;
}

// Whether `pointers` already has the form in which code generation recognizes 32-bit offsets.
bool has_narrow_offsets(const Value* pointers, const llvm::BasicBlock* block) {
    const auto* step = dyn_cast<llvm::GetElementPtrInst>(pointers);
    if (!step || step->getParent() != block || step->getNumIndices() != 1) return false;
    const auto* index = dyn_cast<llvm::SExtInst>(step->getOperand(1));
    return index && index->getParent() == block && !step->getPointerOperandType()->isVectorTy();
}

/// Addresses of the 32-bit words that contain the bytes of all lanes; a gather loads these words.
struct WordsAround {
    Value* pointers = nullptr;  // pointers to the bytes; null if the gather does not load such words
    llvm::Instruction* low = nullptr;
};

WordsAround words_around(Value* words) {
    auto* step = dyn_cast<llvm::GetElementPtrInst>(words);
    if (!step || step->getNumIndices() != 1 || !step->getSourceElementType()->isIntegerTy(8)) return {};
    Value* low = nullptr;
    if (!pattern::match(step->getOperand(1), pattern::m_Neg(pattern::m_Value(low)))) return {};
    const auto of_pointers = pattern::m_PtrToInt(pattern::m_Specific(step->getPointerOperand()));
    if (!pattern::match(low, pattern::m_And(of_pointers, pattern::m_SpecificInt(3)))) return {};
    return {step->getPointerOperand(), dyn_cast<llvm::Instruction>(low)};
}

Value* place(llvm::IRBuilder<>& builder, unsigned scale, Value* address, Value* offsets) {
    auto* wide = llvm::VectorType::get(builder.getInt64Ty(), cast<llvm::VectorType>(offsets->getType()));
    return builder.CreateGEP(builder.getIntNTy(8 * scale), address, builder.CreateSExt(offsets, wide));
}

// Returns new addresses for a gather or scatter. Computes the offsets at the place where the old addresses are
// computed, which may be before a loop.
Value* short_places(llvm::Instruction& pointers, llvm::Instruction& user, const NearOffsets& near) {
    llvm::IRBuilder<> builder(&pointers);
    Value* address = near.address(builder);
    Value* offsets = near.offsets(builder);
    builder.SetInsertPoint(&user);
    if (near.constant() != 0) address = builder.CreatePtrAdd(address, builder.getInt64(near.constant()));
    return place(builder, near.scale(), address, offsets);
}

// Returns new addresses for a gather of words. Adds only the two lowest bits of each offset and of the address, since
// the whole sum may exceed 32 bits.
Value* short_words(const WordsAround& words, llvm::Instruction& user, const NearOffsets& near) {
    llvm::IRBuilder<> builder(words.low);
    Value* address = near.address(builder);
    if (near.constant() != 0) address = builder.CreatePtrAdd(address, builder.getInt64(near.constant()));
    Value* offsets = near.offsets(builder);
    Value* low = builder.CreateAnd(builder.CreatePtrToInt(address, builder.getInt64Ty()), 3);
    auto* type = cast<llvm::VectorType>(offsets->getType());
    Value* own = builder.CreateVectorSplat(type->getElementCount(), builder.CreateTrunc(low, builder.getInt32Ty()));
    Value* sum = builder.CreateAdd(builder.CreateAnd(offsets, 3), own);
    Value* word = builder.CreateAdd(builder.CreateAShr(offsets, 2), builder.CreateLShr(sum, 2));
    Value* bytes = builder.CreateAnd(sum, 3);
    for (llvm::User* other : llvm::make_early_inc_range(words.low->users())) {
        if (!isa<llvm::TruncInst>(other) || other->getType() != bytes->getType()) continue;
        other->replaceAllUsesWith(bytes);
        cast<llvm::Instruction>(other)->eraseFromParent();
    }
    address = builder.CreatePtrAdd(address, builder.CreateNeg(low));
    builder.SetInsertPoint(&user);
    return place(builder, 4, address, word);
}

bool shorten(llvm::Instruction& user) {
    llvm::Use& places = *places_operand(user);
    if (has_narrow_offsets(places, user.getParent())) return false;
    const llvm::DataLayout& layout = user.getDataLayout();
    const WordsAround words = words_around(places);
    Value* pointers = words.low ? words.pointers : places.get();
    auto* last = dyn_cast<llvm::Instruction>(pointers);
    if (!last || isa<llvm::PHINode>(last)) return false;
    const std::optional<NearOffsets> near = NearOffsets::of(places_of(pointers, layout), words.low ? 1 : 8, layout);
    if (!near) return false;
    llvm::WeakTrackingVH old(places.get());
    places.set(words.low ? short_words(words, user, *near) : short_places(*last, user, *near));
    if (old) llvm::RecursivelyDeleteTriviallyDeadInstructions(old);
    return true;
}

}  // namespace

llvm::PreservedAnalyses NarrowOffsets::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    llvm::SmallVector<llvm::WeakTrackingVH, 32> accesses;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (places_operand(instruction)) accesses.emplace_back(&instruction);
    bool changed = false;
    for (const llvm::WeakTrackingVH& access : accesses)
        if (access) changed |= shorten(*cast<llvm::Instruction>(access));
    return preserves_flow(changed);
}

}  // namespace lanewise::compiler
