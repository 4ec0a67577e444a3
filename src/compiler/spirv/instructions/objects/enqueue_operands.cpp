#include "compiler/spirv/instructions/objects/enqueue_operands.h"

#include <llvm/IR/Constants.h>

#include "compiler/ir/address_spaces.h"

namespace lanewise::compiler::il {

using spirv::Instruction;
using spirv::Op;

llvm::Value* opaque_operand(Body& body, const Instruction& instruction, std::size_t index, Op type) {
    const bool is_queue = type == Op::TypeQueue;
    body.all.require(body.operand_type(instruction, index).op == type, instruction,
                     is_queue ? "an operand is no queue" : "an operand is no device event");
    return body.operand(instruction, index);
}

llvm::Value* uint_operand(Body& body, const Instruction& instruction, std::size_t index) {
    llvm::Value* value = body.integer(instruction, index);
    body.all.require(value->getType()->isIntegerTy(), instruction, "an operand is no scalar");
    return body.builder.CreateZExtOrTrunc(value, body.builder.getInt32Ty());
}

bool is_range(const llvm::StructType* type) {
    if (type->getNumElements() != 4 || !type->getElementType(0)->isIntegerTy()) return false;
    for (unsigned i = 1; i < 4; ++i) {
        const auto* array = llvm::dyn_cast<llvm::ArrayType>(type->getElementType(i));
        if (!array || array->getNumElements() != 3 || !array->getElementType()->isIntegerTy()) return false;
    }
    return true;
}

namespace {

// True if a structure of this type, which holds a range, has the layout of ndrange_t and so needs no conversion.
bool has_own_layout(const llvm::StructType* type) {
    return !type->isPacked() && type->getElementType(0)->isIntegerTy(32) &&
           std::ranges::all_of(type->elements().drop_front(),
                               [](const llvm::Type* sizes) { return sizes->getArrayElementType()->isIntegerTy(64); });
}

llvm::Value* to_own_layout(Body& body, llvm::Value* range) {
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Type* sizes = llvm::ArrayType::get(builder.getInt64Ty(), 3);
    llvm::StructType* layout = llvm::StructType::get(body.all.context, {builder.getInt32Ty(), sizes, sizes, sizes});
    llvm::Value* dimensions = builder.CreateZExtOrTrunc(builder.CreateExtractValue(range, 0), builder.getInt32Ty());
    llvm::Value* result = builder.CreateInsertValue(llvm::PoisonValue::get(layout), dimensions, 0);
    for (unsigned member = 1; member < 4; ++member)
        for (unsigned d = 0; d < 3; ++d) {
            llvm::Value* size = builder.CreateExtractValue(range, {member, d});
            result =
                builder.CreateInsertValue(result, builder.CreateZExtOrTrunc(size, builder.getInt64Ty()), {member, d});
        }
    return result;
}

}  // namespace

llvm::Value* range_operand(Body& body, const Instruction& instruction, std::size_t index) {
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Value* range = body.operand(instruction, index);
    auto* type = llvm::dyn_cast<llvm::StructType>(range->getType());
    if (const TypeInfo& pointer = body.operand_type(instruction, index); pointer.op == Op::TypePointer) {
        type = llvm::dyn_cast<llvm::StructType>(body.all.types.memory(pointer.element, instruction));
        body.all.require(type && is_range(type), instruction, "an operand is no range of work-items");
        if (has_own_layout(type) && range->getType()->getPointerAddressSpace() == private_space) return range;
        range = builder.CreateLoad(type, range);
    }
    body.all.require(type && is_range(type), instruction, "an operand is no range of work-items");
    if (!has_own_layout(type)) range = to_own_layout(body, range);
    llvm::AllocaInst* place = body.allocate(range->getType());
    builder.CreateStore(range, place);
    return place;
}

}  // namespace lanewise::compiler::il
