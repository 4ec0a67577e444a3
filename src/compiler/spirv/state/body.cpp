#include "compiler/spirv/state/body.h"

#include <algorithm>

namespace lanewise::compiler::il {

using spirv::Instruction;

llvm::Type* Body::result_type(const Instruction& instruction) const {
    const TypeInfo& type = all.types.info(instruction.type, instruction);
    llvm::Type* value = all.types.value(instruction.type, instruction);
    if (!widens_small_floats || !type.is_bfloat) return value;
    return value->getWithNewType(llvm::Type::getFloatTy(all.context));
}

llvm::Value* Body::integer(const Instruction& instruction, std::size_t index) const {
    llvm::Value* value = operand(instruction, index);
    all.require(value->getType()->isIntOrIntVectorTy(), instruction, "an operand is no integer");
    return value;
}

llvm::Value* Body::floating(const Instruction& instruction, std::size_t index) const {
    llvm::Value* value = operand(instruction, index);
    all.require(value->getType()->isFPOrFPVectorTy(), instruction, "an operand is no floating-point number");
    return value;
}

llvm::Value* Body::pointer(const Instruction& instruction, std::size_t index) const {
    llvm::Value* value = operand(instruction, index);
    all.require(value->getType()->isPointerTy(), instruction, "an operand is no pointer");
    return value;
}

llvm::Value* Body::to_memory(llvm::Value* value, llvm::Type* memory) {
    // Only bools, and integers of unusual widths, have another type in memory: a wider integer.
    return value->getType() == memory ? value : builder.CreateZExt(value, memory);
}

llvm::Value* Body::from_memory(llvm::Value* value, llvm::Type* type) {
    return value->getType() == type ? value : builder.CreateTrunc(value, type);
}

bool Body::has_form(const llvm::Type* value, const llvm::Type* memory) {
    if (value == memory) return true;
    return value->isIntOrIntVectorTy() && memory == form_in_memory(value);
}

void Body::begin_after_variables() {
    llvm::BasicBlock& entry = function_.getEntryBlock();
    builder.SetInsertPoint(&entry, std::ranges::find_if_not(entry, [](const llvm::Instruction& instruction) {
        return llvm::isa<llvm::AllocaInst>(instruction);
    }));
}

llvm::AllocaInst* Body::allocate(llvm::Type* memory) {
    llvm::BasicBlock& entry = function_.getEntryBlock();
    llvm::IRBuilder<> first(&entry, entry.begin());
    llvm::AllocaInst* variable = first.CreateAlloca(memory);
    variable->setAlignment(all.types.alignment(memory));
    return variable;
}

}  // namespace lanewise::compiler::il
