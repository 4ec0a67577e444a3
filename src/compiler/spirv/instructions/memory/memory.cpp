// Loads, stores, copies and variables (SPIR-V specification, section 3.52.8).
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/spirv/instructions/instruction_table.h"
#include "compiler/spirv/instructions/memory_access.h"
#include "compiler/spirv/state/alignment.h"
#include "compiler/spirv/state/variables.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;
using spirv::Op;

llvm::Value* load(Body& body, const Instruction& instruction) {
    llvm::Value* pointer = body.pointer(instruction, 0);
    llvm::Type* memory = body.all.types.memory(instruction.type, instruction);
    const MemoryAccess access = read_access(body, instruction, 1, body.all.types.alignment(memory));
    llvm::LoadInst* loaded = body.builder.CreateAlignedLoad(memory, pointer, access.alignment, access.is_volatile);
    access.annotate(*loaded);
    return body.from_memory(loaded, body.result_type(instruction));
}

llvm::Value* store(Body& body, const Instruction& instruction) {
    llvm::Value* pointer = body.pointer(instruction, 0);
    llvm::Value* value = body.operand(instruction, 1);
    llvm::Type* memory = body.all.types.memory(body.all.type_of(instruction.operands[1]), instruction);
    body.all.note_parts(body.all.type_of(instruction.operands[1]), instruction);
    const MemoryAccess access = read_access(body, instruction, 2, body.all.types.alignment(memory));
    llvm::StoreInst* stored =
        body.builder.CreateAlignedStore(body.to_memory(value, memory), pointer, access.alignment, access.is_volatile);
    access.annotate(*stored);
    return nullptr;
}

// Returns false if two pointers are known to point to different objects. This is known for different variables of the
// function or module, for a variable of the function and a parameter, and for objects in different address spaces.
bool may_overlap(const llvm::Value* left, const llvm::Value* right) {
    const unsigned spaces[] = {left->getType()->getPointerAddressSpace(), right->getType()->getPointerAddressSpace()};
    if (spaces[0] != spaces[1] && spaces[0] != generic_space && spaces[1] != generic_space) return false;
    left = llvm::getUnderlyingObject(left);
    right = llvm::getUnderlyingObject(right);
    const auto is_variable = [](const llvm::Value* object) {
        return llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(object);
    };
    const auto is_known = [&](const llvm::Value* object) {
        return is_variable(object) || llvm::isa<llvm::Argument>(object);
    };
    const bool has_own_variable = llvm::isa<llvm::AllocaInst>(left) || llvm::isa<llvm::AllocaInst>(right);
    return left == right || !is_known(left) || !is_known(right) ||
           !(has_own_variable || (is_variable(left) && is_variable(right)));
}

// Copies bytes. Since SPIR-V 1.4, a copy may have separate memory operands for its source, after the memory operands
// for its target.
llvm::Value* copy(Body& body, const Instruction& instruction, llvm::Value* size, llvm::Align natural,
                  std::size_t operands) {
    llvm::Value* target = body.pointer(instruction, 0);
    llvm::Value* source = body.pointer(instruction, 1);
    const MemoryAccess write = read_access(body, instruction, operands, natural);
    const bool has_two = write.next < instruction.operands.size();
    const MemoryAccess read = has_two ? read_access(body, instruction, write.next, natural) : write;
    const bool is_volatile = write.is_volatile || read.is_volatile;
    // Clang writes memmove() as OpCopyMemorySized, so its operands may overlap.
    llvm::CallInst* copy =
        instruction.op == Op::CopyMemorySized && may_overlap(target, source)
            ? body.builder.CreateMemMove(target, write.alignment, source, read.alignment, size, is_volatile)
            : body.builder.CreateMemCpy(target, write.alignment, source, read.alignment, size, is_volatile);
    // A memcpy of LLVM has one set of alias scopes and one non-temporal flag, which apply to both its load and its
    // store. Add the scopes and the flag only if the load and the store have equal scopes and equal flags.
    const bool is_uniform = write.own_scopes == read.own_scopes && write.foreign_scopes == read.foreign_scopes &&
                            write.is_nontemporal == read.is_nontemporal;
    if (is_uniform) write.annotate(*copy);
    return nullptr;
}

llvm::Value* copy_memory(Body& body, const Instruction& instruction) {
    const spirv::Id target = body.operand_type(instruction, 0).element;
    const spirv::Id element = target != 0 ? target : body.operand_type(instruction, 1).element;
    body.all.require(element != 0, instruction, "neither pointer has a type");
    llvm::Type* memory = body.all.types.memory(element, instruction);
    llvm::Value* size = body.builder.getInt64(body.all.types.layout().getTypeAllocSize(memory));
    return copy(body, instruction, size, body.all.types.alignment(memory), 2);
}

llvm::Value* copy_memory_sized(Body& body, const Instruction& instruction) {
    llvm::Value* size = body.integer(instruction, 2);
    body.all.require(size->getType()->isIntegerTy(), instruction, "the size is no scalar");
    return copy(body, instruction, body.builder.CreateZExtOrTrunc(size, body.builder.getInt64Ty()), llvm::Align(1), 3);
}

llvm::Value* variable(Body& body, const Instruction& instruction) {
    const VariableForm form = variable_form(body.all, instruction);
    body.all.require(form.storage == spirv::StorageClass::Function, instruction,
                     "a function's variable has storage class Function");
    llvm::Type* memory = body.all.types.memory(form.type, instruction);
    llvm::AllocaInst* place = body.allocate(memory);
    place->setAlignment(variable_alignment(body.all, instruction, place->getAlign()));
    // Section 3.52.8: an initializer gives the variable its value at each entry of the function.
    if (form.initializer != 0) {
        llvm::Value* value = body.all.value(form.initializer, instruction);
        body.all.require(form.type == body.all.type_of(form.initializer), instruction,
                         "the initializer has another type than the variable");
        body.all.note_parts(form.type, instruction);
        body.builder.CreateAlignedStore(body.to_memory(value, memory), place, place->getAlign());
    }
    return place;
}

// OpUntypedPrefetchKHR: checks the operands, which are an address and numbers, and does nothing else.
llvm::Value* prefetch(Body& body, const Instruction& instruction) {
    body.pointer(instruction, 0);
    for (std::size_t i = 1; i < instruction.operands.size(); ++i) body.integer(instruction, i);
    return nullptr;
}

constexpr TranslationRow rows[] = {
    {Op::Load, load},
    {Op::Store, store},
    {Op::CopyMemory, copy_memory},
    {Op::CopyMemorySized, copy_memory_sized},
    {Op::Variable, variable},
    {Op::UntypedVariableKHR, variable},
    {Op::UntypedPrefetchKHR, prefetch},
};

}  // namespace

std::span<const TranslationRow> memory_rows() { return rows; }

}  // namespace lanewise::compiler::il
