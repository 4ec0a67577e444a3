// Addresses and conversions of pointers (SPIR-V specification, sections 3.52.8 and 3.52.11).
#include <llvm/IR/Constants.h>

#include <optional>

#include "compiler/ir/address_spaces.h"
#include "compiler/spirv/instructions/instruction_table.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Id;
using spirv::Instruction;
using spirv::Op;

// Follows the indices of an access chain from a type to one of its parts.
class Chain {
public:
    /// `component`: if an index is a vector, the chain uses this component of the index.
    Chain(Body& body, const Instruction& instruction, Id base, std::optional<unsigned> component)
        : body_(body), instruction_(instruction), component_(component), type_(base) {
        memory_ = body.all.types.memory(base, instruction);
    }

    llvm::Type* memory() const { return memory_; }
    Id type() const { return type_; }

    void step(std::size_t operand) {
        llvm::Value* index = this->index(operand);
        const TypeInfo& type = body_.all.types.info(type_, instruction_);
        switch (type.op) {
            case Op::TypeStruct: {
                const auto* member = llvm::dyn_cast<llvm::ConstantInt>(index);
                const auto members = type.definition->operands;
                body_.all.require(member && member->getValue().ult(members.size()), instruction_,
                                  "the structure has no such member");
                type_ = members[member->getZExtValue()];
                indices_.push_back(body_.builder.getInt32(static_cast<std::uint32_t>(member->getZExtValue())));
                return;
            }
            case Op::TypeArray:
            case Op::TypeVector:
                type_ = type.element;
                add(index);
                return;
            default: body_.all.refuse(instruction_, "an index leads into a type without parts");
        }
    }

    llvm::Value* index(std::size_t operand) {
        llvm::Value* index = body_.integer(instruction_, operand);
        const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(index->getType());
        if (vector && component_ && *component_ < vector->getNumElements())
            return body_.builder.CreateExtractElement(index, *component_);
        body_.all.require(!vector, instruction_, "an index is no scalar");
        return index;
    }

    /// Adds an index that selects an element relative to the base, as in an array.
    void add(llvm::Value* index) {
        // Indices are signed, so narrow indices are sign-extended, as in LLVM.
        indices_.push_back(body_.builder.CreateSExtOrTrunc(index, body_.builder.getInt64Ty()));
    }

    llvm::ArrayRef<llvm::Value*> indices() const { return indices_; }

private:
    Body& body_;
    const Instruction& instruction_;
    const std::optional<unsigned> component_;
    Id type_;
    llvm::Type* memory_;
    llvm::SmallVector<llvm::Value*, 8> indices_;
};

bool is_inbounds(Op op) {
    return op == Op::InBoundsAccessChain || op == Op::InBoundsPtrAccessChain ||
           op == Op::UntypedInBoundsAccessChainKHR || op == Op::UntypedInBoundsPtrAccessChainKHR;
}

bool has_element(Op op) {
    return op == Op::PtrAccessChain || op == Op::InBoundsPtrAccessChain || op == Op::UntypedPtrAccessChainKHR ||
           op == Op::UntypedInBoundsPtrAccessChainKHR;
}

bool is_untyped(Op op) { return op >= Op::UntypedAccessChainKHR && op <= Op::UntypedInBoundsPtrAccessChainKHR; }

// Calls `step(pointer, component)` once for a pointer operand, or for each component of a vector of pointers
// (SPV_INTEL_masked_gather_scatter).
template <class Step>
llvm::Value* for_pointers(Body& body, const Instruction& instruction, std::size_t operand, Step&& step) {
    llvm::Value* value = body.operand(instruction, operand);
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
    if (!vector) return step(body.pointer(instruction, operand), std::nullopt);
    body.all.require(vector->getElementType()->isPointerTy(), instruction, "an operand is no pointer");
    const unsigned count = vector->getNumElements();
    llvm::Value* result = nullptr;
    for (unsigned i = 0; i < count; ++i) {
        llvm::Value* part = step(body.builder.CreateExtractElement(value, i), i);
        if (!result) result = llvm::PoisonValue::get(llvm::FixedVectorType::get(part->getType(), count));
        result = body.builder.CreateInsertElement(result, part, i);
    }
    return result;
}

Id pointee_of(Body& body, const Instruction& instruction, std::size_t operand) {
    const TypeInfo& type = body.operand_type(instruction, operand);
    return type.op == Op::TypeVector ? body.all.types.info(type.element, instruction).element : type.element;
}

// True for an access chain whose last index counts bytes; LLVM's SPIR-V back end writes such chains in constants. The
// result points to bytes, although the base points to another type. Such a chain would be invalid as an ordinary access
// chain, since the indices do not lead to the result's type.
bool counts_bytes(Body& body, const Instruction& instruction, Id led_to) {
    const TypeInfo& result = body.all.types.info(instruction.type, instruction);
    if (body.all.functions || result.element == 0 || result.element == led_to) return false;
    llvm::Type* memory = body.all.types.info(result.element, instruction).memory;
    return memory && memory->isIntegerTy(8) && body.all.types.memory(led_to, instruction) != memory;
}

llvm::Value* byte_chain(Body& body, llvm::Value* base, const Chain& chain) {
    if (const auto before = chain.indices().drop_back(); !before.empty())
        base = body.builder.CreateGEP(chain.memory(), base, before);
    return body.builder.CreateGEP(body.builder.getInt8Ty(), base, chain.indices().back());
}

llvm::Value* access_chain(Body& body, const Instruction& instruction) {
    // In untyped access chains, the operand before the base is the base's type.
    std::size_t base = 0;
    const Id base_type = is_untyped(instruction.op) ? body.word(instruction, base++) : Id{0};
    return for_pointers(body, instruction, base, [&](llvm::Value* pointer, std::optional<unsigned> component) {
        const Id pointee = base_type != 0 ? base_type : pointee_of(body, instruction, base);
        body.all.require(pointee != 0, instruction, "the base has no type");
        std::size_t next = base + 1;
        Chain chain(body, instruction, pointee, component);
        chain.add(has_element(instruction.op) ? chain.index(next++) : body.builder.getInt64(0));
        for (; next < instruction.operands.size(); ++next) chain.step(next);
        if (counts_bytes(body, instruction, chain.type())) return byte_chain(body, pointer, chain);
        const auto flags =
            is_inbounds(instruction.op) ? llvm::GEPNoWrapFlags::inBounds() : llvm::GEPNoWrapFlags::none();
        return body.builder.CreateGEP(chain.memory(), pointer, chain.indices(), "", flags);
    });
}

llvm::Value* cast_space(Body& body, const Instruction& instruction) {
    llvm::Type* type = body.result_type(instruction)->getScalarType();
    body.all.require(type->isPointerTy(), instruction, "the result is no pointer");
    return for_pointers(body, instruction, 0, [&](llvm::Value* pointer, std::optional<unsigned>) {
        return body.builder.CreateAddrSpaceCast(pointer, type);
    });
}

llvm::Value* pointer_to_integer(Body& body, const Instruction& instruction) {
    llvm::Type* type = body.result_type(instruction);
    body.all.require(type->isIntegerTy(), instruction, "the result is no integer");
    return body.builder.CreatePtrToInt(body.pointer(instruction, 0), type);
}

llvm::Value* integer_to_pointer(Body& body, const Instruction& instruction) {
    llvm::Type* type = body.result_type(instruction);
    llvm::Value* value = body.integer(instruction, 0);
    body.all.require(type->isPointerTy() && value->getType()->isIntegerTy(), instruction,
                     "the operand is no integer, or the result no pointer");
    return body.builder.CreateIntToPtr(value, type);
}

// Returns the addresses in two pointers as integers, since the pointers may have different address spaces.
std::pair<llvm::Value*, llvm::Value*> addresses(Body& body, const Instruction& instruction) {
    llvm::Type* word = body.builder.getInt64Ty();
    return {body.builder.CreatePtrToInt(body.pointer(instruction, 0), word),
            body.builder.CreatePtrToInt(body.pointer(instruction, 1), word)};
}

llvm::Value* compare(Body& body, const Instruction& instruction) {
    const auto [left, right] = addresses(body, instruction);
    return instruction.op == Op::PtrEqual ? body.builder.CreateICmpEQ(left, right)
                                          : body.builder.CreateICmpNE(left, right);
}

llvm::Value* difference(Body& body, const Instruction& instruction) {
    const TypeInfo& pointer = body.operand_type(instruction, 0);
    body.all.require(pointer.element != 0, instruction, "the pointers have no type");
    llvm::Type* memory = body.all.types.memory(pointer.element, instruction);
    const std::uint64_t bytes = body.all.types.layout().getTypeAllocSize(memory);
    llvm::Type* type = body.result_type(instruction);
    body.all.require(bytes != 0 && type->isIntegerTy(), instruction, "the elements have no size");
    const auto [left, right] = addresses(body, instruction);
    llvm::Value* distance = body.builder.CreateSub(left, right);
    return body.builder.CreateSExtOrTrunc(body.builder.CreateExactSDiv(distance, body.builder.getInt64(bytes)), type);
}

// Returns the number of the address space to which a generic pointer points.
llvm::Value* space_of(Body& body, llvm::Value* pointer) {
    const llvm::FunctionCallee query =
        body.all.module.getOrInsertFunction("ocl.address_space", body.builder.getInt32Ty(), pointer->getType());
    return body.builder.CreateCall(query, pointer);
}

// OpGenericPtrMemSemantics, which returns the bit of the pointer's storage class (SPIR-V specification, section 3.25),
// or 0 for private memory.
llvm::Value* semantics(Body& body, const Instruction& instruction) {
    llvm::Type* type = body.result_type(instruction);
    llvm::Value* pointer = body.pointer(instruction, 0);
    body.all.require(type->isIntegerTy() && pointer->getType()->getPointerAddressSpace() == generic_space, instruction,
                     "the operand is no generic pointer, or the result no integer");
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Value* space = space_of(body, pointer);
    const auto choose = [&](unsigned wanted, spirv::MemorySemantics bit, llvm::Value* other) {
        llvm::Value* is_wanted = builder.CreateICmpEQ(space, builder.getInt32(wanted));
        return builder.CreateSelect(is_wanted, llvm::ConstantInt::get(type, static_cast<std::uint32_t>(bit)), other);
    };
    llvm::Value* local = choose(local_space, spirv::MemorySemantics::WorkgroupMemory, llvm::ConstantInt::get(type, 0));
    return choose(global_space, spirv::MemorySemantics::CrossWorkgroupMemory, local);
}

// OpGenericCastToPtrExplicit, which returns null if the pointer does not point to the storage class of the result.
llvm::Value* cast_checked(Body& body, const Instruction& instruction) {
    auto* type = llvm::dyn_cast<llvm::PointerType>(body.result_type(instruction));
    llvm::Value* pointer = body.pointer(instruction, 0);
    body.all.require(type && pointer->getType()->getPointerAddressSpace() == generic_space, instruction,
                     "the operand is no generic pointer, or the result no pointer");
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Value* space = space_of(body, pointer);
    llvm::Value* fits = builder.CreateICmpEQ(space, builder.getInt32(type->getAddressSpace()));
    return builder.CreateSelect(fits, builder.CreateAddrSpaceCast(pointer, type), llvm::ConstantPointerNull::get(type));
}

constexpr TranslationRow rows[] = {
    {Op::AccessChain, access_chain},
    {Op::InBoundsAccessChain, access_chain},
    {Op::PtrAccessChain, access_chain},
    {Op::InBoundsPtrAccessChain, access_chain},
    {Op::UntypedAccessChainKHR, access_chain},
    {Op::UntypedInBoundsAccessChainKHR, access_chain},
    {Op::UntypedPtrAccessChainKHR, access_chain},
    {Op::UntypedInBoundsPtrAccessChainKHR, access_chain},
    {Op::PtrCastToGeneric, cast_space},
    {Op::GenericCastToPtr, cast_space},
    {Op::GenericCastToPtrExplicit, cast_checked},
    {Op::GenericPtrMemSemantics, semantics},
    {Op::PtrCastToCrossWorkgroupINTEL, cast_space},
    {Op::CrossWorkgroupCastToPtrINTEL, cast_space},
    {Op::ConvertPtrToU, pointer_to_integer},
    {Op::ConvertUToPtr, integer_to_pointer},
    {Op::PtrEqual, compare},
    {Op::PtrNotEqual, compare},
    {Op::PtrDiff, difference},
};

}  // namespace

std::span<const TranslationRow> pointer_rows() { return rows; }

}  // namespace lanewise::compiler::il
