#include "compiler/simplify/values/own_copies.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/ir/passes/preserved.h"
#include "compiler/limits/budget.h"

namespace lanewise::compiler {
namespace {

// Returns the type of the scalars in the variable; null if the variable contains scalars of different types.
llvm::Type* piece_of(llvm::Type* type) {
    while (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) type = array->getElementType();
    type = type->getScalarType();
    return type->isIntegerTy() || type->isFloatingPointTy() ? type : nullptr;
}

bool expand(llvm::MemTransferInst& copy, const llvm::DataLayout& layout) {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
    if (!length || copy.isVolatile()) return false;
    llvm::APInt to(64, 0), from(64, 0);
    const llvm::Value* const variable = copy.getDest()->stripAndAccumulateConstantOffsets(layout, to, true);
    const auto* array = llvm::dyn_cast<llvm::AllocaInst>(variable);
    if (!array || copy.getSource()->stripAndAccumulateConstantOffsets(layout, from, true) != variable) return false;
    llvm::Type* const piece = piece_of(array->getAllocatedType());
    if (!piece) return false;
    const std::uint64_t bytes = layout.getTypeStoreSize(piece);
    if (bytes != layout.getTypeAllocSize(piece) || length->getZExtValue() % bytes != 0 ||
        length->getZExtValue() / bytes > budget::copied_pieces || to.urem(bytes) != 0 || from.urem(bytes) != 0)
        return false;
    llvm::IRBuilder<> builder(&copy);
    const llvm::Align alignment = layout.getABITypeAlign(piece);
    const llvm::Align known = std::min(alignment, array->getAlign());
    llvm::SmallVector<llvm::Value*, 16> values;
    const auto place = [&](llvm::Value* base, std::uint64_t offset) {
        return builder.CreatePtrAdd(base, builder.getInt64(offset));
    };
    for (std::uint64_t i = 0; i < length->getZExtValue(); i += bytes)
        values.push_back(builder.CreateAlignedLoad(piece, place(copy.getSource(), i), known));
    for (std::uint64_t i = 0; i < values.size(); ++i)
        builder.CreateAlignedStore(values[i], place(copy.getDest(), i * bytes), known);
    copy.eraseFromParent();
    return true;
}

}  // namespace

llvm::PreservedAnalyses OwnCopies::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
        if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction))
            changed |= expand(*copy, function.getDataLayout());
    return preserves_flow(changed);
}

}  // namespace lanewise::compiler
