// Composite objects (SPIR-V specification, section 3.52.12).
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "compiler/spirv/instructions/elementwise.h"
#include "compiler/spirv/instructions/instruction_table.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Id;
using spirv::Instruction;
using spirv::Op;

constexpr std::uint64_t max_replicated = 65536;

bool is_aggregate(llvm::Type* type) { return type->isStructTy() || type->isArrayTy(); }

llvm::Type* member_type(llvm::Type* type, std::uint32_t index) {
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(type))
        return index < structure->getNumElements() ? structure->getElementType(index) : nullptr;
    auto* array = llvm::dyn_cast<llvm::ArrayType>(type);
    return array && index < array->getNumElements() ? array->getElementType() : nullptr;
}

// The path to a part of an object: the literal indices into structures and arrays, and perhaps a component of a vector
// at the end.
struct Part {
    llvm::SmallVector<unsigned, 4> indices = {};
    std::optional<std::uint32_t> component = {};
    llvm::Type* type = nullptr;  // type of the part to which `indices` lead
};

Part find_part(Body& body, const Instruction& instruction, llvm::Type* type, std::size_t first) {
    Part part{.type = type};
    for (const std::uint32_t index : instruction.operands.subspan(first)) {
        body.all.require(!part.component, instruction, "an index leads into a scalar");
        if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(part.type)) {
            body.all.require(index < vector->getNumElements(), instruction, "the vector has no such component");
            part.component = index;
            continue;
        }
        part.type = member_type(part.type, index);
        body.all.require(part.type, instruction, "the object has no such part");
        part.indices.push_back(index);
    }
    return part;
}

// Makes an insertvalue instruction even for a constant object, although the builder could fold it to a constant. In a
// chain of insertions, folding would make one constant of the whole object's size for each insertion.
llvm::Value* insert_value(Body& body, llvm::Value* object, llvm::Value* value, llvm::ArrayRef<unsigned> indices) {
    return body.builder.Insert(llvm::InsertValueInst::Create(object, value, indices));
}

llvm::Value* extract(Body& body, const Instruction& instruction) {
    llvm::Value* object = body.operand(instruction, 0);
    const Part part = find_part(body, instruction, object->getType(), 1);
    if (!part.indices.empty()) object = body.builder.CreateExtractValue(object, part.indices);
    if (part.component) object = body.builder.CreateExtractElement(object, *part.component);
    llvm::Type* type = body.result_type(instruction);
    body.all.require(Body::has_form(type, object->getType()), instruction, "the part has another type than the result");
    return body.from_memory(object, type);
}

llvm::Value* insert(Body& body, const Instruction& instruction) {
    llvm::Value* value = body.operand(instruction, 0);
    llvm::Value* object = body.operand(instruction, 1);
    const Part part = find_part(body, instruction, object->getType(), 2);
    if (part.indices.empty() && !part.component) return value;  // without indices, the value replaces the whole object
    llvm::Value* inner = part.indices.empty() ? object : body.builder.CreateExtractValue(object, part.indices);
    if (part.component) {
        llvm::Type* element = part.type->getScalarType();
        body.all.require(Body::has_form(value->getType(), element), instruction,
                         "the value does not fit the component");
        inner = body.builder.CreateInsertElement(inner, body.to_memory(value, element), *part.component);
    } else {
        body.all.require(Body::has_form(value->getType(), part.type), instruction, "the value does not fit the part");
        inner = body.to_memory(value, part.type);
    }
    return part.indices.empty() ? inner : insert_value(body, object, inner, part.indices);
}

// The constituents of a vector may be vectors themselves. The result has all their components, one after another.
llvm::Value* construct_vector(Body& body, const Instruction& instruction, llvm::FixedVectorType* type) {
    llvm::Value* result = llvm::PoisonValue::get(type);
    unsigned next = 0;
    const auto add = [&](llvm::Value* component) {
        body.all.require(next < type->getNumElements() && component->getType() == type->getElementType(), instruction,
                         "the constituents do not fit the vector");
        result = body.builder.CreateInsertElement(result, component, next++);
    };
    for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
        llvm::Value* constituent = body.operand(instruction, i);
        const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(constituent->getType());
        if (!vector) add(constituent);
        for (unsigned c = 0; vector && c < vector->getNumElements(); ++c)
            add(body.builder.CreateExtractElement(constituent, c));
    }
    body.all.require(next == type->getNumElements(), instruction, "constituents are missing");
    return result;
}

llvm::Value* construct(Body& body, const Instruction& instruction) {
    llvm::Type* type = body.result_type(instruction);
    if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) return construct_vector(body, instruction, vector);
    body.all.require(is_aggregate(type), instruction, "the result is no composite");
    llvm::Value* result = llvm::PoisonValue::get(type);
    for (std::uint32_t i = 0; i < instruction.operands.size(); ++i) {
        llvm::Value* value = body.operand(instruction, i);
        llvm::Type* member = member_type(type, i);
        body.all.require(member && Body::has_form(value->getType(), member), instruction,
                         "the constituents do not fit the result");
        result = insert_value(body, result, body.to_memory(value, member), i);
    }
    body.all.require(!member_type(type, static_cast<std::uint32_t>(instruction.operands.size())), instruction,
                     "constituents are missing");
    return result;
}

const llvm::FixedVectorType* vector_operand(Body& body, const Instruction& instruction, std::size_t index) {
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(body.operand(instruction, index)->getType());
    body.all.require(type, instruction, "the operand is no vector");
    return type;
}

llvm::Value* extract_dynamic(Body& body, const Instruction& instruction) {
    vector_operand(body, instruction, 0);
    llvm::Value* index = body.integer(instruction, 1);
    body.all.require(index->getType()->isIntegerTy(), instruction, "the index is no scalar");
    return body.builder.CreateExtractElement(body.operand(instruction, 0), index);
}

llvm::Value* insert_dynamic(Body& body, const Instruction& instruction) {
    const auto* type = vector_operand(body, instruction, 0);
    llvm::Value* component = body.operand(instruction, 1);
    llvm::Value* index = body.integer(instruction, 2);
    body.all.require(index->getType()->isIntegerTy() && component->getType() == type->getElementType(), instruction,
                     "the component does not fit the vector, or the index is no scalar");
    return body.builder.CreateInsertElement(body.operand(instruction, 0), component, index);
}

// True if a shuffle selects any of the components [begin, begin + count) of its two concatenated operands.
bool selects(const Instruction& instruction, unsigned begin, unsigned count) {
    return llvm::any_of(instruction.operands.subspan(2),
                        [&](std::uint32_t place) { return place >= begin && place - begin < count; });
}

// The two vectors may have different lengths, so the shorter one is extended first. LLVM's SPIR-V back end may use a
// vector of integers as an operand of a shuffle whose result contains floats. The shuffle then selects no integer, or
// treats the bits of an integer as a float.
llvm::Value* shuffle(Body& body, const Instruction& instruction) {
    const unsigned first = vector_operand(body, instruction, 0)->getNumElements();
    const unsigned second = vector_operand(body, instruction, 1)->getNumElements();
    llvm::Type* const component = body.result_type(instruction)->getScalarType();
    const auto of_result = [&](unsigned index, unsigned begin, unsigned count) -> llvm::Value* {
        llvm::Value* const vector = body.operand(instruction, index);
        llvm::Type* const own = vector->getType()->getScalarType();
        if (own == component) return vector;
        auto* const type = llvm::FixedVectorType::get(component, count);
        if (!selects(instruction, begin, count)) return llvm::PoisonValue::get(type);
        body.all.require(llvm::CastInst::isBitCastable(own, component), instruction,
                         "the vectors have different components");
        return body.builder.CreateBitCast(vector, type);
    };
    const unsigned length = std::max(first, second);
    const auto lengthen = [&](llvm::Value* vector, unsigned components) {
        llvm::SmallVector<int, 16> places(length, llvm::PoisonMaskElem);
        for (unsigned i = 0; i < components; ++i) places[i] = static_cast<int>(i);
        return components == length ? vector : body.builder.CreateShuffleVector(vector, places);
    };
    llvm::SmallVector<int, 16> places;
    constexpr std::uint32_t undefined = ~std::uint32_t{0};
    for (const std::uint32_t place : instruction.operands.subspan(2)) {
        body.all.require(place == undefined || place < first + second, instruction, "no vector has such a component");
        if (place == undefined)
            places.push_back(llvm::PoisonMaskElem);
        else
            places.push_back(static_cast<int>(place < first ? place : place - first + length));
    }
    body.all.require(!places.empty(), instruction, "the result has no components");
    return body.builder.CreateShuffleVector(lengthen(of_result(0, 0, first), first),
                                            lengthen(of_result(1, first, second), second), places);
}

llvm::Value* copy_object(Body& body, const Instruction& instruction) { return body.operand(instruction, 0); }

llvm::Value* undef(Body& body, const Instruction& instruction) {
    body.all.require(!body.result_type(instruction)->isVoidTy(), instruction, "the result is void");
    return llvm::UndefValue::get(body.result_type(instruction));
}

// Makes a composite of equal constituents (SPV_EXT_replicated_composites).
llvm::Value* replicate(Body& body, const Instruction& instruction) {
    llvm::Type* type = body.result_type(instruction);
    llvm::Value* value = body.operand(instruction, 0);
    if (const unsigned components = components_of(type)) {
        body.all.require(value->getType() == type->getScalarType(), instruction, "the value does not fit the vector");
        return body.builder.CreateVectorSplat(components, value);
    }
    body.all.require(is_aggregate(type), instruction, "the result is no composite");
    const std::uint64_t parts = type->isArrayTy() ? type->getArrayNumElements() : type->getStructNumElements();
    body.all.require(parts <= max_replicated, instruction, "the result has too many parts for a value");
    if (auto* constant = llvm::dyn_cast<llvm::Constant>(value); constant && constant->isNullValue())
        return llvm::Constant::getNullValue(type);
    llvm::Value* result = llvm::PoisonValue::get(type);
    for (unsigned i = 0; i < parts; ++i) {
        llvm::Type* member = member_type(type, i);
        body.all.require(Body::has_form(value->getType(), member), instruction, "the value does not fit the result");
        result = insert_value(body, result, body.to_memory(value, member), i);
    }
    return result;
}

llvm::Value* poison(Body& body, const Instruction& instruction) {
    llvm::Type* type = body.result_type(instruction);
    body.all.require(!type->isVoidTy(), instruction, "the result is void");
    return llvm::PoisonValue::get(type);
}

llvm::Value* freeze(Body& body, const Instruction& instruction) {
    llvm::Value* value = body.operand(instruction, 0);
    return by_leaves(body, instruction, value->getType(), {value},
                     [&](llvm::Type*, Arguments parts) { return body.builder.CreateFreeze(parts[0]); });
}

// The operand and the result have equal types, or are structures or arrays of equal parts (section 3.52.12).
llvm::Value* copy_logical(Body& body, const Instruction& instruction) {
    llvm::Value* object = body.operand(instruction, 0);
    llvm::Type* type = body.result_type(instruction);
    if (object->getType() == type) return object;
    body.all.require(is_aggregate(type) && is_aggregate(object->getType()), instruction,
                     "operand and result have different types");
    return by_leaves(body, instruction, type, {object}, [&](llvm::Type* part, Arguments parts) {
        body.all.require(parts[0]->getType() == part, instruction, "operand and result have different parts");
        return parts[0];
    });
}

llvm::Value* size_of(Body& body, const Instruction& instruction) {
    const TypeInfo& pointer = body.operand_type(instruction, 0);
    body.all.require(pointer.op == Op::TypePointer, instruction, "the operand is no pointer to a type");
    llvm::Type* memory = body.all.types.memory(pointer.element, instruction);
    llvm::Type* type = body.result_type(instruction);
    body.all.require(type->isIntegerTy(), instruction, "the result is no integer");
    const std::uint64_t bytes = body.all.types.layout().getTypeAllocSize(memory);
    return llvm::ConstantInt::get(type, llvm::APInt(64, bytes).zextOrTrunc(type->getIntegerBitWidth()));
}

constexpr TranslationRow rows[] = {
    {Op::CompositeExtract, extract},
    {Op::CompositeInsert, insert},
    {Op::CompositeConstruct, construct},
    {Op::VectorExtractDynamic, extract_dynamic},
    {Op::VectorInsertDynamic, insert_dynamic},
    {Op::VectorShuffle, shuffle},
    {Op::CopyObject, copy_object},
    {Op::Undef, undef},
    {Op::CompositeConstructReplicateEXT, replicate},
    {Op::PoisonKHR, poison},
    {Op::FreezeKHR, freeze},
    {Op::CopyLogical, copy_logical},
    {Op::SizeOf, size_of},
};

}  // namespace

std::span<const TranslationRow> composite_rows() { return rows; }

}  // namespace lanewise::compiler::il
