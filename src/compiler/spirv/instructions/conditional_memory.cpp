// Loads and stores with a condition (SPV_INTEL_predicated_io), and gathers and scatters with a mask
// (SPV_INTEL_masked_gather_scatter). Each scalar access gets a block of its own, and the vectorizer gives a mask to
// this block.
#include <llvm/IR/Constants.h>

#include "compiler/spirv/instructions/instruction_table.h"
#include "compiler/spirv/instructions/memory_access.h"
#include "compiler/spirv/state/alignment.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;
using spirv::Op;

// Writes a branch that runs the code of `access` only if the condition is true. If that code has a result, returns a
// phi that joins the result with `otherwise`.
template <class Access>
llvm::Value* if_true(Body& body, llvm::Value* condition, llvm::Value* otherwise, Access&& access) {
    llvm::IRBuilder<>& builder = body.builder;
    llvm::BasicBlock* before = builder.GetInsertBlock();
    auto* then = llvm::BasicBlock::Create(body.all.context, "", &body.function(), before->getNextNode());
    auto* after = llvm::BasicBlock::Create(body.all.context, "", &body.function(), then->getNextNode());
    builder.CreateCondBr(condition, then, after);
    builder.SetInsertPoint(then);
    llvm::Value* result = access();
    builder.CreateBr(after);
    builder.SetInsertPoint(after);
    if (!otherwise) return nullptr;
    llvm::PHINode* phi = builder.CreatePHI(otherwise->getType(), 2);
    phi->addIncoming(result, then);
    phi->addIncoming(otherwise, before);
    return phi;
}

llvm::Value* predicate(const Body& body, const Instruction& instruction, std::size_t index) {
    llvm::Value* value = body.operand(instruction, index);
    body.all.require(value->getType()->isIntegerTy(1), instruction, "the predicate is no bool");
    return value;
}

llvm::Value* predicated_load(Body& body, const Instruction& instruction) {
    llvm::Value* pointer = body.pointer(instruction, 0);
    llvm::Value* otherwise = body.operand(instruction, 2);
    llvm::Type* type = body.result_type(instruction);
    body.all.require(otherwise->getType() == type, instruction, "the default value has another type than the result");
    llvm::Type* memory = body.all.types.memory(instruction.type, instruction);
    const MemoryAccess access = read_access(body, instruction, 3, body.all.types.alignment(memory));
    return if_true(body, predicate(body, instruction, 1), otherwise, [&] {
        llvm::LoadInst* loaded = body.builder.CreateAlignedLoad(memory, pointer, access.alignment, access.is_volatile);
        access.annotate(*loaded);
        return body.from_memory(loaded, type);
    });
}

llvm::Value* predicated_store(Body& body, const Instruction& instruction) {
    llvm::Value* pointer = body.pointer(instruction, 0);
    llvm::Value* value = body.operand(instruction, 1);
    llvm::Type* memory = body.all.types.memory(body.all.type_of(instruction.operands[1]), instruction);
    const MemoryAccess access = read_access(body, instruction, 3, body.all.types.alignment(memory));
    return if_true(body, predicate(body, instruction, 2), nullptr, [&] {
        llvm::StoreInst* stored = body.builder.CreateAlignedStore(body.to_memory(value, memory), pointer,
                                                                  access.alignment, access.is_volatile);
        access.annotate(*stored);
        return nullptr;
    });
}

// The operands of a gather or scatter. The vectors have the same length, `count`.
struct Masked {
    llvm::Value* pointers;
    llvm::Value* mask;
    llvm::Align alignment;
    unsigned count;
};

Masked read_masked(const Body& body, const Instruction& instruction, std::size_t pointers, llvm::Type* values) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(values);
    body.all.require(vector, instruction, "the values are no vector");
    const unsigned count = vector->getNumElements();
    Masked masked{.pointers = body.operand(instruction, pointers),
                  .mask = body.operand(instruction, pointers + 2),
                  .alignment = checked_alignment(body.all, instruction, body.word(instruction, pointers + 1)),
                  .count = count};
    const auto fits = [&](llvm::Value* value) {
        const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
        return type && type->getNumElements() == count;
    };
    body.all.require(fits(masked.pointers) && masked.pointers->getType()->isPtrOrPtrVectorTy() && fits(masked.mask) &&
                         masked.mask->getType()->isIntOrIntVectorTy(1),
                     instruction, "the operands are no vectors of pointers and bools, as long as the values");
    return masked;
}

llvm::Value* gather(Body& body, const Instruction& instruction) {
    llvm::Type* type = body.result_type(instruction);
    const Masked masked = read_masked(body, instruction, 0, type);
    llvm::Value* otherwise = body.operand(instruction, 3);
    body.all.require(otherwise->getType() == type, instruction, "the values to fill in have another type");
    llvm::Type* element = body.all.types.memory(instruction.type, instruction)->getScalarType();
    llvm::Value* result = llvm::PoisonValue::get(type);
    for (unsigned i = 0; i < masked.count; ++i) {
        llvm::Value* pointer = body.builder.CreateExtractElement(masked.pointers, i);
        llvm::Value* is_on = body.builder.CreateExtractElement(masked.mask, i);
        llvm::Value* value = if_true(body, is_on, body.builder.CreateExtractElement(otherwise, i), [&] {
            return body.from_memory(body.builder.CreateAlignedLoad(element, pointer, masked.alignment),
                                    type->getScalarType());
        });
        result = body.builder.CreateInsertElement(result, value, i);
    }
    return result;
}

llvm::Value* scatter(Body& body, const Instruction& instruction) {
    llvm::Value* values = body.operand(instruction, 0);
    const Masked masked = read_masked(body, instruction, 1, values->getType());
    llvm::Type* element =
        body.all.types.memory(body.all.type_of(instruction.operands[0]), instruction)->getScalarType();
    for (unsigned i = 0; i < masked.count; ++i) {
        llvm::Value* pointer = body.builder.CreateExtractElement(masked.pointers, i);
        llvm::Value* value = body.to_memory(body.builder.CreateExtractElement(values, i), element);
        if_true(body, body.builder.CreateExtractElement(masked.mask, i), nullptr, [&] {
            body.builder.CreateAlignedStore(value, pointer, masked.alignment);
            return nullptr;
        });
    }
    return nullptr;
}

constexpr TranslationRow rows[] = {
    {Op::PredicatedLoadINTEL, predicated_load},
    {Op::PredicatedStoreINTEL, predicated_store},
    {Op::MaskedGatherINTEL, gather},
    {Op::MaskedScatterINTEL, scatter},
};

}  // namespace

std::span<const TranslationRow> conditional_memory_rows() { return rows; }

}  // namespace lanewise::compiler::il
