// Asynchronous copies between global and local memory (SPIR-V specification, section 3.52.21).
#include <llvm/IR/Constants.h>

#include <bit>

#include "compiler/ir/address_spaces.h"
#include "compiler/spirv/instructions/builtin_calls.h"
#include "compiler/spirv/instructions/instruction_table.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;
using spirv::Op;

// The types of elements that the builtins copy: numbers of 8 to 64 bits, and their vectors with the lengths of OpenCL
// C.
bool is_copied(llvm::Type* type) {
    llvm::Type* scalar = type->getScalarType();
    const bool is_number = scalar->isHalfTy() || scalar->isFloatTy() || scalar->isDoubleTy() ||
                           (scalar->isIntegerTy() && scalar->getIntegerBitWidth() >= 8 &&
                            scalar->getIntegerBitWidth() <= 64 && std::has_single_bit(scalar->getIntegerBitWidth()));
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    if (!vector) return is_number;
    const unsigned length = vector->getNumElements();
    return is_number && length > 1 && length <= 16 && (length == 3 || std::has_single_bit(length));
}

// A type that the builtins copy, and how many values of this type form an element. If no builtin copies the element's
// own type, for example a structure, the element is copied as several integers.
struct Element {
    llvm::Type* type;
    std::uint64_t pieces;
};

Element words_of(Body& body, std::uint64_t bytes, std::uint64_t alignment) {
    const std::uint64_t piece = std::min<std::uint64_t>(alignment, 8);
    return {body.builder.getIntNTy(static_cast<unsigned>(8 * piece)), bytes / piece};
}

Element element_of(Body& body, const Instruction& instruction, llvm::Type* type) {
    if (is_copied(type)) return {type, 1};
    const std::uint64_t bytes = body.all.types.layout().getTypeAllocSize(type);
    body.all.require(bytes != 0, instruction, "the elements have no size");
    return words_of(body, bytes, body.all.types.alignment(type).value());
}

struct Copy {
    llvm::Value* target;
    llvm::Value* source;
    llvm::Value* count;
    llvm::Value* stride;
    llvm::Value* event;
};

Copy read_copy(Body& body, const Instruction& instruction, std::size_t count) {
    body.all.require(body.all.constant(body.word(instruction, 0), instruction) ==
                         static_cast<std::uint32_t>(spirv::Scope::Workgroup),
                     instruction, "only work-groups copy asynchronously");
    llvm::Type* word = body.builder.getInt64Ty();
    const auto number = [&](std::size_t place) {
        llvm::Value* value = body.integer(instruction, place);
        body.all.require(value->getType()->isIntegerTy(), instruction, "a number is no scalar");
        return body.builder.CreateZExtOrTrunc(value, word);
    };
    const Copy copy{body.pointer(instruction, 1), body.pointer(instruction, 2), number(count), number(count + 1),
                    body.operand(instruction, count + 2)};
    const unsigned to = copy.target->getType()->getPointerAddressSpace();
    const unsigned from = copy.source->getType()->getPointerAddressSpace();
    body.all.require((to == local_space && from == global_space) || (to == global_space && from == local_space),
                     instruction, "the memories are not Workgroup and CrossWorkgroup");
    body.all.require(body.all.types.info(instruction.type, instruction).op == Op::TypeEvent &&
                         copy.event->getType() == body.result_type(instruction),
                     instruction, "the event is none");
    return copy;
}

llvm::Value* call_copy(Body& body, Copy copy, const Element& element, bool is_contiguous) {
    const auto pointer = [&](llvm::Value* value, bool is_const) {
        return Parameter{.kind = Parameter::Kind::pointer,
                         .type = element.type,
                         .sign = Sign::is_signed,
                         .space = value->getType()->getPointerAddressSpace(),
                         .is_const = is_const};
    };
    llvm::Type* word = body.builder.getInt64Ty();
    llvm::SmallVector<Parameter, 6> parameters{pointer(copy.target, false), pointer(copy.source, true), number(word)};
    llvm::SmallVector<llvm::Value*, 6> arguments{copy.target, copy.source, copy.count};
    const bool has_pieces = element.pieces != 1;
    llvm::Value* pieces = body.builder.getInt64(element.pieces);
    if (is_contiguous && has_pieces) arguments.back() = body.builder.CreateMul(copy.count, pieces);
    if (!is_contiguous) {
        parameters.push_back(number(word));
        arguments.push_back(copy.stride);
    }
    if (!is_contiguous && has_pieces) {
        parameters.push_back(number(word));
        arguments.push_back(pieces);
    }
    parameters.push_back(named("ocl_event"));
    arguments.push_back(copy.event);
    const std::string_view function = is_contiguous ? "async_work_group_copy"
                                      : has_pieces  ? "async_work_group_strided_copy_of_pieces"
                                                    : "async_work_group_strided_copy";
    return call_builtin(body, function, copy.event->getType(), parameters, arguments, /*meets=*/true);
}

bool is_one(llvm::Value* value) {
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value);
    return number && number->isOne();
}

llvm::Value* group_copy(Body& body, const Instruction& instruction) {
    const Copy copy = read_copy(body, instruction, 3);
    const TypeInfo& pointer = body.operand_type(instruction, 1);
    body.all.require(pointer.element != 0, instruction, "the elements have no type");
    const bool is_contiguous = is_one(copy.stride);
    llvm::Type* memory = body.all.types.memory(pointer.element, instruction);
    return call_copy(body, copy, element_of(body, instruction, memory), is_contiguous);
}

// OpUntypedGroupAsyncCopyKHR, which has the size of an element in bytes as an operand.
llvm::Value* untyped_group_copy(Body& body, const Instruction& instruction) {
    const Copy copy = read_copy(body, instruction, 4);
    const std::uint64_t bytes = body.all.constant(body.word(instruction, 3), instruction);
    constexpr std::uint64_t most = std::uint64_t{1} << 31;
    body.all.require(bytes != 0 && bytes <= most, instruction, "there are no elements of this size");
    // Elements follow each other without padding, so their alignment is at most the largest power of two that divides
    // the size.
    const std::uint64_t alignment = bytes & (~bytes + 1);
    return call_copy(body, copy, words_of(body, bytes, alignment), is_one(copy.stride));
}

llvm::Value* wait_events(Body& body, const Instruction& instruction) {
    llvm::Value* count = body.integer(instruction, 1);
    llvm::Value* events = body.pointer(instruction, 2);
    body.all.require(count->getType()->isIntegerTy(), instruction, "the number of events is no scalar");
    unsigned space = events->getType()->getPointerAddressSpace();
    if (space != private_space && space != generic_space) {
        space = generic_space;
        events = body.builder.CreateAddrSpaceCast(events, llvm::PointerType::get(body.all.context, space));
    }
    llvm::Type* number_type = body.builder.getInt32Ty();
    const Parameter parameters[] = {number(number_type, Sign::is_signed),
                                    {.kind = Parameter::Kind::pointer, .space = space, .name = "ocl_event"}};
    call_builtin(body, "wait_group_events", body.builder.getVoidTy(), parameters,
                 {body.builder.CreateZExtOrTrunc(count, number_type), events}, /*meets=*/true);
    return nullptr;
}

constexpr TranslationRow rows[] = {
    {Op::GroupAsyncCopy, group_copy},
    {Op::UntypedGroupAsyncCopyKHR, untyped_group_copy},
    {Op::GroupWaitEvents, wait_events},
};

}  // namespace

std::span<const TranslationRow> async_copy_rows() { return rows; }

}  // namespace lanewise::compiler::il
