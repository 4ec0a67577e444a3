// Arrays of a length that the function computes (SPV_INTEL_variable_length_array).
//
// The size of a function's private memory must be known at compile time. An array whose length is a constant or a
// specialization constant therefore becomes a variable. All other arrays of a function lie one after another in an area
// of fixed size:
//
//   %saved = OpSaveMemoryINTEL         %saved = area + next
//   %a = OpVariableLengthArrayINTEL n  %a = area + round_up(next, alignment); next = %a + size - area
//   OpRestoreMemoryINTEL %saved        next = %saved - area
//
// If an array does not fit, the result is a null pointer, so the kernel faults when it accesses the array.
#include <llvm/IR/Constants.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/spirv/instructions/instruction_table.h"
#include "compiler/spirv/state/alignment.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Id;
using spirv::Instruction;
using spirv::Op;

// A thread has one area for each lane or, if the area lives across barriers, for each work-item. Only pages that are
// written take physical memory. The memory of a thread for its work-groups is limited to 1 GiB; the areas of a
// work-group of 4096 work-items take a quarter of this memory.
constexpr std::uint64_t area_bytes = 65536;
constexpr std::uint64_t largest_alignment = 128;
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;

DynamicArea& area_of(Body& body) {
    DynamicArea& area = body.dynamic_area;
    if (area.memory) return area;
    llvm::IRBuilder<>& builder = body.builder;
    area.next = body.allocate(builder.getInt64Ty());
    area.memory = body.allocate(llvm::ArrayType::get(builder.getInt8Ty(), area_bytes));
    area.memory->setAlignment(llvm::Align(largest_alignment));
    const llvm::IRBuilder<>::InsertPointGuard guard(builder);
    body.begin_after_variables();
    builder.CreateStore(builder.getInt64(0), area.next);
    return area;
}

llvm::Value* place_in_area(Body& body, llvm::Value* length, std::uint64_t element, llvm::Align alignment) {
    llvm::IRBuilder<>& builder = body.builder;
    const DynamicArea& area = area_of(body);
    llvm::Value* next = builder.CreateLoad(builder.getInt64Ty(), area.next);
    const std::uint64_t mask = alignment.value() - 1;
    llvm::Value* start = builder.CreateAnd(builder.CreateAdd(next, builder.getInt64(mask)), builder.getInt64(~mask));
    llvm::Value* room =
        builder.CreateUDiv(builder.CreateSub(builder.getInt64(area_bytes), start), builder.getInt64(element));
    llvm::Value* fits = builder.CreateAnd(builder.CreateICmpULE(start, builder.getInt64(area_bytes)),
                                          builder.CreateICmpULE(length, room));
    llvm::Value* end = builder.CreateAdd(start, builder.CreateMul(length, builder.getInt64(element)));
    builder.CreateStore(builder.CreateSelect(fits, end, next), area.next);
    llvm::Value* place = builder.CreateGEP(builder.getInt8Ty(), area.memory, start);
    return builder.CreateSelect(fits, place, llvm::Constant::getNullValue(place->getType()));
}

// The result type of OpVariableLengthArrayINTEL is a pointer to the element's type. OpUntypedVariableLengthArrayINTEL
// has the element's type as an operand before the length.
llvm::Value* array(Body& body, const Instruction& instruction) {
    const bool is_untyped = instruction.op == Op::UntypedVariableLengthArrayINTEL;
    const TypeInfo& pointer = body.all.types.info(instruction.type, instruction);
    body.all.require(pointer.op == (is_untyped ? Op::TypeUntypedPointerKHR : Op::TypePointer) &&
                         pointer.storage == spirv::StorageClass::Function,
                     instruction, "the result is no pointer of storage class Function");
    const Id element = is_untyped ? body.word(instruction, 0) : pointer.element;
    llvm::Type* memory = body.all.types.memory(element, instruction);
    llvm::Value* length = body.integer(instruction, is_untyped ? 1 : 0);
    body.all.require(length->getType()->isIntegerTy(), instruction, "the length is no scalar");
    const llvm::Align alignment = variable_alignment(body.all, instruction, body.all.types.alignment(memory));
    const std::uint64_t bytes = std::max<std::uint64_t>(body.all.types.layout().getTypeAllocSize(memory), 1);
    if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(length)) {
        body.all.require(constant->getValue().ule(most_bytes / bytes), instruction, "the array exceeds 1 GiB");
        llvm::AllocaInst* variable = body.allocate(llvm::ArrayType::get(memory, constant->getZExtValue()));
        variable->setAlignment(alignment);
        return variable;
    }
    body.all.require(alignment.value() <= largest_alignment, instruction, "the alignment exceeds 128 bytes");
    return place_in_area(body, body.builder.CreateZExtOrTrunc(length, body.builder.getInt64Ty()), bytes, alignment);
}

// OpSaveMemoryINTEL notes how much of the area is in use; OpRestoreMemoryINTEL frees the arrays that were made since
// then.
llvm::Value* save(Body& body, const Instruction& instruction) {
    const auto* type = llvm::dyn_cast<llvm::PointerType>(body.result_type(instruction));
    body.all.require(type && type->getAddressSpace() == private_space, instruction,
                     "the result is no pointer of storage class Function");
    llvm::IRBuilder<>& builder = body.builder;
    const DynamicArea& area = area_of(body);
    return builder.CreateGEP(builder.getInt8Ty(), area.memory, builder.CreateLoad(builder.getInt64Ty(), area.next));
}

llvm::Value* restore(Body& body, const Instruction& instruction) {
    llvm::Value* saved = body.pointer(instruction, 0);
    body.all.require(saved->getType()->getPointerAddressSpace() == private_space, instruction,
                     "the operand is no pointer of storage class Function");
    llvm::IRBuilder<>& builder = body.builder;
    const DynamicArea& area = area_of(body);
    llvm::Value* next = builder.CreateSub(builder.CreatePtrToInt(saved, builder.getInt64Ty()),
                                          builder.CreatePtrToInt(area.memory, builder.getInt64Ty()));
    builder.CreateStore(next, area.next);
    return nullptr;
}

constexpr TranslationRow rows[] = {
    {Op::VariableLengthArrayINTEL, array},
    {Op::UntypedVariableLengthArrayINTEL, array},
    {Op::SaveMemoryINTEL, save},
    {Op::RestoreMemoryINTEL, restore},
};

}  // namespace

std::span<const TranslationRow> dynamic_memory_rows() { return rows; }

}  // namespace lanewise::compiler::il
