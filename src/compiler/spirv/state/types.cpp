#include "compiler/spirv/state/types.h"

#include <algorithm>
#include <bit>
#include <string>

#include "compiler/ir/address_spaces.h"
#include "compiler/spirv/state/refuse.h"

namespace lanewise::compiler::il {

using spirv::Id;
using spirv::Instruction;
using spirv::Op;
using spirv::StorageClass;

namespace {

// Section 2.17, "Universal Limits": structures and arrays nest at most 255 deep.
constexpr unsigned max_depth = 255;
// Maximum size of a type in bytes. No object of a device is larger, and arithmetic on sizes up to this limit does not
// overflow.
constexpr std::uint64_t max_bytes = std::uint64_t{1} << 40;
constexpr unsigned max_integer_bits = 1024;
constexpr std::uint64_t max_components = 256;  // Clang uses up to 128 components
// Maximum number of types that LLVM visits when it walks recursively through a type. LLVM visits a type again for each
// use in another type.
constexpr std::uint64_t max_nodes = std::uint64_t{1} << 17;

// Returns the entry for the type with this id. Adds an entry, unless an OpTypeForwardPointer has already added it.
TypeInfo& entry_of(std::vector<std::uint32_t>& numbers, std::deque<TypeInfo>& types, Id id) {
    if (numbers[id] != 0) return types[numbers[id]];
    numbers[id] = static_cast<std::uint32_t>(types.size());
    return types.emplace_back();
}

}  // namespace

llvm::Type* form_in_memory(const llvm::Type* value) {
    if (!value->isIntOrIntVectorTy()) return const_cast<llvm::Type*>(value);
    return value->getWithNewBitWidth(std::max(std::bit_ceil(value->getScalarSizeInBits()), 8U));
}

Types::Types(const spirv::Module& source, const Annotations& annotations, llvm::Module& module)
    : annotations_(annotations),
      context_(module.getContext()),
      layout_(module.getDataLayout()),
      numbers_(source.definitions.size()),
      types_(1) {}

const TypeInfo& Types::info(Id id, const Instruction& user) const {
    if (id >= numbers_.size() || numbers_[id] == 0)
        refuse(user, annotations_, "%" + std::to_string(id) + " is no type that is defined before");
    return types_[numbers_[id]];
}

llvm::Type* Types::value(Id id, const Instruction& user) const {
    llvm::Type* type = info(id, user).value;
    if (!type) refuse(user, annotations_, "%" + std::to_string(id) + " is a type without values");
    return type;
}

llvm::Type* Types::memory(Id id, const Instruction& user) const {
    llvm::Type* type = info(id, user).memory;
    if (!type) refuse(user, annotations_, "%" + std::to_string(id) + " is a type without values");
    return type;
}

unsigned Types::space(StorageClass storage, const Instruction& user) const {
    switch (storage) {
        case StorageClass::Function: return private_space;
        case StorageClass::Input: return private_space;  // only built-in variables have this storage class
        case StorageClass::CrossWorkgroup: return global_space;
        case StorageClass::UniformConstant: return constant_space;
        case StorageClass::Workgroup: return local_space;
        case StorageClass::Generic: return generic_space;
        case StorageClass::CodeSectionINTEL: return private_space;
        case StorageClass::DeviceOnlyINTEL:
        case StorageClass::HostOnlyINTEL: return global_space;
        default:
            refuse(user, annotations_,
                   "kernels have no storage class " + std::to_string(static_cast<std::uint32_t>(storage)));
    }
}

llvm::Type* Types::number(const Instruction& instruction, bool& is_bfloat) const {
    const std::uint32_t bits = instruction.operands[0];
    if (instruction.op == Op::TypeInt) {
        if (bits == 0 || bits > max_integer_bits)
            refuse(instruction, annotations_, "no integer has " + std::to_string(bits) + " bits");
        return llvm::Type::getIntNTy(context_, bits);
    }
    if (instruction.operands.size() > 1) {
        is_bfloat =
            bits == 16 && static_cast<spirv::FPEncoding>(instruction.operands[1]) == spirv::FPEncoding::BFloat16KHR;
        // bfloat16 numbers are integers in LLVM's IR (instructions/arithmetic/small_floats.h says why).
        if (is_bfloat) return llvm::Type::getInt16Ty(context_);
        refuse(instruction, annotations_, "the encoding is not supported");
    }
    switch (bits) {
        case 16: return llvm::Type::getHalfTy(context_);
        case 32: return llvm::Type::getFloatTy(context_);
        case 64: return llvm::Type::getDoubleTy(context_);
        default: refuse(instruction, annotations_, "no float has " + std::to_string(bits) + " bits");
    }
}

void Types::define(const Instruction& instruction, std::uint64_t count) {
    const bool is_forward = instruction.op == Op::TypeForwardPointer;
    const Id id = is_forward ? instruction.operands[0] : instruction.result;
    if (id >= numbers_.size()) refuse(instruction, annotations_, "%" + std::to_string(id) + " is no type");
    const bool is_known = numbers_[id] != 0;
    if (is_known && is_forward) return;
    TypeInfo& type = entry_of(numbers_, types_, id);
    const bool is_same =
        instruction.op == Op::TypePointer && static_cast<StorageClass>(instruction.operands[0]) == type.storage;
    if (is_known && !is_same) refuse(instruction, annotations_, "the type differs from its OpTypeForwardPointer");
    type.op = instruction.op;
    type.definition = &instruction;
    switch (instruction.op) {
        case Op::TypeVoid: type.value = llvm::Type::getVoidTy(context_); break;
        case Op::TypeBool:
            type.value = llvm::Type::getInt1Ty(context_);
            type.memory = form_in_memory(type.value);
            break;
        case Op::TypeInt:
            type.value = number(instruction, type.is_bfloat);
            type.memory = form_in_memory(type.value);
            break;
        case Op::TypeFloat: type.value = type.memory = number(instruction, type.is_bfloat); break;
        case Op::TypeVector: define_vector(instruction, instruction.operands[1], type); break;
        case Op::TypeVectorIdEXT: define_vector(instruction, count, type); break;
        case Op::TypeArray: define_array(instruction, count, type); break;
        case Op::TypeStruct: define_struct(instruction, type); break;
        case Op::TypePointer:
            type.storage = static_cast<StorageClass>(instruction.operands[0]);
            type.element = instruction.operands[1];
            type.value = type.memory = llvm::PointerType::get(context_, space(type.storage, instruction));
            break;
        case Op::TypeForwardPointer:  // the target is unknown until OpTypePointer
            type.op = Op::TypePointer;
            type.storage = static_cast<StorageClass>(instruction.operands[1]);
            type.value = type.memory = llvm::PointerType::get(context_, space(type.storage, instruction));
            break;
        case Op::TypeUntypedPointerKHR:
            type.storage = static_cast<StorageClass>(instruction.operands[0]);
            type.value = type.memory = llvm::PointerType::get(context_, space(type.storage, instruction));
            break;
        case Op::TypeFunction: define_function(instruction, type); break;
        case Op::TypeImage:
        case Op::TypePipe:
        case Op::TypePipeStorage: type.value = type.memory = llvm::PointerType::get(context_, global_space); break;
        case Op::TypeEvent: type.value = type.memory = llvm::TargetExtType::get(context_, "spirv.Event"); break;
        case Op::TypeSampler:
        case Op::TypeQueue:
        case Op::TypeDeviceEvent:
        case Op::TypeReserveId: type.value = type.memory = llvm::Type::getInt64Ty(context_); break;
        case Op::TypeSampledImage:
            // A sampled image is a pair of an image and a sampler.
            type.element = instruction.operands[0];
            type.value = type.memory = llvm::StructType::get(
                context_, {llvm::PointerType::get(context_, global_space), llvm::Type::getInt64Ty(context_)});
            break;
        case Op::TypeOpaque: break;  // there are no values of this type, only pointers to it
        default: refuse(instruction, annotations_, "the type is not supported");
    }
}

void Types::define_vector(const Instruction& instruction, std::uint64_t components, TypeInfo& type) {
    type.op = Op::TypeVector;
    const TypeInfo& element = info(instruction.operands[0], instruction);
    // Components may also be pointers (SPV_INTEL_masked_gather_scatter).
    if (!element.value ||
        !(element.value->isIntegerTy() || element.value->isFloatingPointTy() || element.value->isPointerTy()))
        refuse(instruction, annotations_, "the components are neither numbers nor pointers");
    if (components == 0 || components > max_components)
        refuse(instruction, annotations_, "a vector has 1 to 256 components");
    type.element = instruction.operands[0];
    type.is_bfloat = element.is_bfloat;
    type.value = llvm::FixedVectorType::get(element.value, static_cast<unsigned>(components));
    type.memory = llvm::FixedVectorType::get(element.memory, static_cast<unsigned>(components));
}

void Types::define_array(const Instruction& instruction, std::uint64_t count, TypeInfo& type) {
    type.element = instruction.operands[0];
    const TypeInfo& element = info(type.element, instruction);
    if (!element.memory) refuse(instruction, annotations_, "the elements have no values");
    const std::uint64_t bytes = layout_.getTypeAllocSize(element.memory);
    if (count > max_bytes / std::max<std::uint64_t>({bytes, element.parts, 1}))
        refuse(instruction, annotations_, "the array is too large");
    type.depth = element.depth + 1;
    if (type.depth > max_depth) refuse(instruction, annotations_, "types nest more than 255 deep");
    type.parts = count * element.parts;
    type.nodes = element.nodes + 1;
    type.value = type.memory = llvm::ArrayType::get(element.memory, count);
}

void Types::define_struct(const Instruction& instruction, TypeInfo& type) {
    llvm::SmallVector<llvm::Type*, 8> members;
    std::uint64_t bytes = 0;
    for (const Id id : instruction.operands) {
        const TypeInfo* member = &info(id, instruction);
        if (!member->memory)
            refuse(instruction, annotations_, "%" + std::to_string(id) + " is no type that a member can have");
        members.push_back(member->memory);
        bytes += layout_.getTypeAllocSize(member->memory) + layout_.getABITypeAlign(member->memory).value();
        type.depth = std::max(type.depth, member->depth + 1);
        type.parts += member->parts;
        type.nodes += member->nodes;
        if (bytes > max_bytes || type.parts > max_bytes || type.nodes > max_nodes)
            refuse(instruction, annotations_, "the structure is too large");
    }
    if (type.depth > max_depth) refuse(instruction, annotations_, "types nest more than 255 deep");
    const bool is_packed = annotations_.has(instruction.result, spirv::Decoration::CPacked);
    type.value = type.memory = llvm::StructType::create(context_, members, "struct", is_packed);
}

void Types::define_function(const Instruction& instruction, TypeInfo& type) {
    type.element = instruction.operands[0];
    info(type.element, instruction);
    for (const Id parameter : instruction.operands.subspan(1)) value(parameter, instruction);
}

}  // namespace lanewise::compiler::il
