// Enqueues of blocks, and queries about blocks (SPIR-V specification, section 3.52.22). They become calls of the same
// builtin functions that Clang calls (src/builtins/device_enqueue.cl).
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/spirv/instructions/instruction_table.h"
#include "compiler/spirv/instructions/objects/enqueue_operands.h"
#include "compiler/spirv/state/block_literal.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;
using spirv::Op;

llvm::Value* generic(Body& body, llvm::Value* pointer) {
    return body.builder.CreateAddrSpaceCast(pointer, llvm::PointerType::get(body.all.context, generic_space));
}

// Returns an operand that is either null or the address of one or several events.
llvm::Value* events_operand(Body& body, const Instruction& instruction, std::size_t index) {
    return generic(body, body.pointer(instruction, index));
}

// Returns the kernel of the block that an operand names.
llvm::Value* kernel_operand(Body& body, const Instruction& instruction, std::size_t index) {
    body.all.require(body.all.functions, instruction, "it stands outside of a function");
    return generic(body, body.all.functions->block_kernel(body.word(instruction, index), instruction));
}

// Returns the alignment of the variable that holds a block's parameter. The operand for the alignment is not enough:
// Clang 15 writes 8, even if its blocks read the parameter with a larger alignment.
std::uint64_t own_alignment(const llvm::Value* parameter) {
    constexpr std::uint64_t largest_of_types = 128;
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(parameter));
    return variable ? std::min(variable->getAlign().value(), largest_of_types) : largest_of_types;
}

// Makes a block literal: a header, and a copy of the parameter's bytes. The operands from number `first` on are the
// parameter, its size and its alignment.
llvm::Value* literal_operand(Body& body, const Instruction& instruction, std::size_t first) {
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Value* parameter = body.pointer(instruction, first);
    const auto* size = llvm::dyn_cast<llvm::ConstantInt>(uint_operand(body, instruction, first + 1));
    const auto* alignment = llvm::dyn_cast<llvm::ConstantInt>(uint_operand(body, instruction, first + 2));
    body.all.require(size && alignment, instruction, "size and alignment of the parameter must be constants");
    const std::uint64_t bytes = size->getZExtValue();
    constexpr std::uint64_t most_bytes = 1 << 20, most_alignment = 4096;
    const std::uint64_t aligned = std::max<std::uint64_t>(alignment->getZExtValue(), 1);
    body.all.require(bytes <= most_bytes && aligned <= most_alignment && llvm::isPowerOf2_64(aligned), instruction,
                     "the parameter has more than 1 MiB, or no alignment that is a power of two");
    const std::uint64_t start = literal_start(std::max(aligned, own_alignment(parameter)));
    llvm::AllocaInst* literal = body.allocate(llvm::ArrayType::get(builder.getInt8Ty(), start + bytes));
    literal->setAlignment(llvm::Align(start));
    builder.CreateAlignedStore(builder.getInt32(static_cast<std::uint32_t>(start + bytes)), literal,
                               llvm::Align(start));
    builder.CreateAlignedStore(builder.getInt32(static_cast<std::uint32_t>(start)),
                               builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), literal, 4), llvm::Align(4));
    builder.CreateMemCpy(builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), literal, start), llvm::Align(start),
                         parameter, llvm::Align(aligned), bytes);
    return generic(body, literal);
}

// Returns a size of local memory. The operand is a number or, from some producers, the address of a number.
llvm::Value* local_size(Body& body, const Instruction& instruction, std::size_t index) {
    llvm::Value* value = body.operand(instruction, index);
    if (const TypeInfo& pointer = body.operand_type(instruction, index); pointer.op == Op::TypePointer) {
        llvm::Type* type = body.all.types.memory(pointer.element, instruction);
        body.all.require(type->isIntegerTy(), instruction, "a local size is no integer");
        value = body.builder.CreateLoad(type, value);
    }
    body.all.require(value->getType()->isIntegerTy(), instruction, "a local size is no integer");
    return body.builder.CreateZExtOrTrunc(value, body.builder.getInt64Ty());
}

llvm::Value* local_sizes(Body& body, const Instruction& instruction, std::size_t first) {
    llvm::Type* word = body.builder.getInt64Ty();
    const std::size_t count = instruction.operands.size() - first;
    llvm::AllocaInst* sizes = body.allocate(llvm::ArrayType::get(word, count));
    for (std::size_t i = 0; i < count; ++i)
        body.builder.CreateStore(local_size(body, instruction, first + i),
                                 body.builder.CreateConstInBoundsGEP1_64(word, sizes, i));
    return sizes;
}

llvm::Value* uint_result(Body& body, const Instruction& instruction, llvm::Value* value) {
    llvm::Type* type = body.result_type(instruction);
    body.all.require(type->isIntegerTy(), instruction, "the result is no integer");
    return body.builder.CreateSExtOrTrunc(value, type);
}

bool is_zero(const llvm::Value* value) {
    const auto* constant = llvm::dyn_cast<llvm::Constant>(value->stripPointerCasts());
    return constant && constant->isNullValue();
}

// OpEnqueueKernel. The operands are queue, flags, range, number of events, events, new event, block, parameter, size
// and alignment of the parameter, and local sizes.
llvm::Value* enqueue(Body& body, const Instruction& instruction) {
    constexpr std::size_t first_local = 10;
    llvm::SmallVector<llvm::Value*, 10> arguments{opaque_operand(body, instruction, 0, Op::TypeQueue),
                                                  uint_operand(body, instruction, 1),
                                                  range_operand(body, instruction, 2)};
    llvm::Value* count = uint_operand(body, instruction, 3);
    llvm::Value* waits = events_operand(body, instruction, 4);
    llvm::Value* event = events_operand(body, instruction, 5);
    const bool has_events = !(is_zero(count) && is_zero(waits) && is_zero(event));
    if (has_events) arguments.append({count, waits, event});
    arguments.push_back(kernel_operand(body, instruction, 6));
    arguments.push_back(literal_operand(body, instruction, 7));
    const std::size_t locals = instruction.operands.size() - first_local;
    const llvm::Function* kernel = body.all.functions->block_kernel(body.word(instruction, 6), instruction);
    body.all.require(kernel->arg_size() == locals + 1, instruction,
                     "the block takes another number of pointers to local memory");
    if (locals > 0) {
        arguments.push_back(body.builder.getInt32(static_cast<std::uint32_t>(locals)));
        arguments.push_back(local_sizes(body, instruction, first_local));
    }
    const std::string_view name =
        has_events ? (locals > 0 ? "events_varargs" : "basic_events") : (locals > 0 ? "varargs" : "basic");
    return uint_result(
        body, instruction,
        call_function(body, "__enqueue_kernel_" + std::string(name), body.builder.getInt32Ty(), arguments));
}

llvm::Value* enqueue_marker(Body& body, const Instruction& instruction) {
    llvm::Value* queue = opaque_operand(body, instruction, 0, Op::TypeQueue);
    llvm::Value* count = uint_operand(body, instruction, 1);
    llvm::Value* waits = events_operand(body, instruction, 2);
    llvm::Value* event = events_operand(body, instruction, 3);
    const Parameter events{.kind = Parameter::Kind::pointer, .space = generic_space, .name = "ocl_clkevent"};
    Parameter constant_events = events;
    constant_events.is_const = true;
    return uint_result(body, instruction,
                       call_builtin(body, "enqueue_marker", body.builder.getInt32Ty(),
                                    {named("ocl_queue"), number(count->getType()), constant_events, events},
                                    {queue, count, waits, event}));
}

// Calls the builtin function of a query. The last two arguments are the kernel of the block, and a null in place of the
// literal, which no query reads.
llvm::Value* ask(Body& body, std::string_view name, llvm::Value* range, llvm::Value* kernel) {
    llvm::SmallVector<llvm::Value*, 3> arguments;
    if (range) arguments.push_back(range);
    arguments.push_back(kernel);
    arguments.push_back(llvm::Constant::getNullValue(kernel->getType()));
    return call_function(body, "__get_kernel_" + std::string(name) + "_impl", body.builder.getInt32Ty(), arguments);
}

llvm::Value* query_in_range(Body& body, const Instruction& instruction) {
    const bool is_count = instruction.op == Op::GetKernelNDrangeSubGroupCount;
    llvm::Value* range = range_operand(body, instruction, 0);
    return uint_result(body, instruction,
                       ask(body, is_count ? "sub_group_count_for_ndrange" : "max_sub_group_size_for_ndrange", range,
                           kernel_operand(body, instruction, 1)));
}

llvm::Value* query(Body& body, const Instruction& instruction) {
    const bool is_size = instruction.op == Op::GetKernelWorkGroupSize;
    return uint_result(body, instruction,
                       ask(body, is_size ? "work_group_size" : "preferred_work_group_size_multiple", nullptr,
                           kernel_operand(body, instruction, 0)));
}

// Returns the sub-group size of a block. This size is the same for all ranges, so the query gets an empty range.
llvm::Value* sub_group_size(Body& body, llvm::Value* kernel) {
    llvm::Type* sizes = llvm::ArrayType::get(body.builder.getInt64Ty(), 9);
    llvm::StructType* layout = llvm::StructType::get(body.all.context, {body.builder.getInt32Ty(), sizes});
    llvm::AllocaInst* range = body.allocate(layout);
    body.builder.CreateStore(llvm::Constant::getNullValue(layout), range);
    return ask(body, "max_sub_group_size_for_ndrange", range, kernel);
}

// Returns the largest number of sub-groups that a work-group of the block can have.
llvm::Value* max_sub_groups(Body& body, const Instruction& instruction) {
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Value* kernel = kernel_operand(body, instruction, 0);
    llvm::Value* items = ask(body, "work_group_size", nullptr, kernel);
    llvm::Value* size =
        builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, sub_group_size(body, kernel), builder.getInt32(1));
    llvm::Value* rounded = builder.CreateAdd(items, builder.CreateSub(size, builder.getInt32(1)));
    return uint_result(body, instruction, builder.CreateUDiv(rounded, size));
}

// Returns the size of a work-group with a given number of sub-groups; 0 if no work-group has so many, as in
// clGetKernelSubGroupInfo.
llvm::Value* local_size_for(Body& body, const Instruction& instruction) {
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Value* count = builder.CreateZExt(uint_operand(body, instruction, 0), builder.getInt64Ty());
    llvm::Value* kernel = kernel_operand(body, instruction, 1);
    llvm::Value* items = builder.CreateZExt(ask(body, "work_group_size", nullptr, kernel), builder.getInt64Ty());
    llvm::Value* size = builder.CreateZExt(sub_group_size(body, kernel), builder.getInt64Ty());
    llvm::Value* wanted = builder.CreateMul(count, size);
    llvm::Value* fits = builder.CreateICmpULE(wanted, items);
    llvm::Value* result = builder.CreateSelect(fits, wanted, builder.getInt64(0));
    return uint_result(body, instruction, result);
}

constexpr TranslationRow rows[] = {
    {Op::EnqueueKernel, enqueue},
    {Op::EnqueueMarker, enqueue_marker},
    {Op::GetKernelNDrangeSubGroupCount, query_in_range},
    {Op::GetKernelNDrangeMaxSubGroupSize, query_in_range},
    {Op::GetKernelWorkGroupSize, query},
    {Op::GetKernelPreferredWorkGroupSizeMultiple, query},
    {Op::GetKernelMaxNumSubgroups, max_sub_groups},
    {Op::GetKernelLocalSizeForSubgroupCount, local_size_for},
};

}  // namespace

std::span<const TranslationRow> enqueue_rows() { return rows; }

}  // namespace lanewise::compiler::il
