#include "compiler/analysis/small_indices.h"

#include <llvm/IR/Argument.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Operator.h>

#include "lanewise/kernel_info.h"

namespace lanewise::compiler {
namespace {

// True if `pointer` is poison, or points into the object of an argument or into a variable.
bool is_in_object(const llvm::Value& pointer) {
    const llvm::Value* at = &pointer;
    while (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(at)) {
        if (!address->isInBounds()) return false;
        at = address->getPointerOperand();
    }
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(at))
        return variable->getDataLayout().getTypeAllocSize(variable->getValueType()).getFixedValue() <
               small_object_bound;
    return llvm::isa<llvm::Argument, llvm::AllocaInst>(at);
}

// True if the constant offset of the address is below half of small_object_bound.
bool has_small_offset(const llvm::GetElementPtrInst& address) {
    const llvm::DataLayout& layout = address.getDataLayout();
    const unsigned bits = layout.getIndexTypeSizeInBits(address.getType());
    llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> scales;
    llvm::APInt constant(bits, 0);
    return llvm::cast<llvm::GEPOperator>(address).collectOffset(layout, bits, scales, constant) &&
           constant.abs().ult(small_object_bound / 2);
}

}  // namespace

llvm::Use* small_index(llvm::GetElementPtrInst& address) {
    if (address.getType()->isVectorTy()) return nullptr;
    llvm::Use* varying = nullptr;
    for (llvm::Use& index : address.indices()) {
        if (llvm::isa<llvm::ConstantInt>(index)) continue;
        if (varying) return nullptr;
        varying = &index;
    }
    if (!varying || !llvm::isa<llvm::SExtInst, llvm::ZExtInst>(varying->get())) return nullptr;
    const llvm::Value& narrow = *llvm::cast<llvm::CastInst>(varying->get())->getOperand(0);
    return narrow.getType()->getIntegerBitWidth() >= 32 && has_small_offset(address) && is_in_object(address) ? varying
                                                                                                              : nullptr;
}

}  // namespace lanewise::compiler
