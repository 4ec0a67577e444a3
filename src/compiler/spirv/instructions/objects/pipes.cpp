// Translates pipe instructions (SPIR-V specification, section 3.52.23) to calls of the functions to which Clang also
// translates OpenCL C's pipe functions. The last arguments of these functions are packet size and alignment
// (src/builtins/pipe.cl).
#include <llvm/IR/Constants.h>

#include <span>

#include "compiler/ir/address_spaces.h"
#include "compiler/spirv/instructions/builtin_calls.h"
#include "compiler/spirv/instructions/instruction_table.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;
using spirv::Op;

enum class Operand : std::uint8_t { pipe, reservation, number, pointer };

struct PipeFunction {
    Op op;
    std::string_view name;  // lacks the prefix of the scope if `has_scope` is true
    std::span<const Operand> operands;
    bool meets = false;  // all work-items of the scope take part in the call
    bool has_scope = false;
};

using enum Operand;
constexpr Operand packet[] = {pipe, pointer};
constexpr Operand reserved_packet[] = {pipe, reservation, Operand::number, pointer};
constexpr Operand reserve[] = {pipe, Operand::number};
constexpr Operand commit[] = {pipe, reservation};
constexpr Operand query[] = {pipe};

constexpr PipeFunction functions[] = {
    {Op::ReadPipe, "__read_pipe_2", packet, true},
    {Op::WritePipe, "__write_pipe_2", packet, true},
    {Op::ReservedReadPipe, "__read_pipe_4", reserved_packet},
    {Op::ReservedWritePipe, "__write_pipe_4", reserved_packet},
    {Op::ReserveReadPipePackets, "__reserve_read_pipe", reserve, true},
    {Op::ReserveWritePipePackets, "__reserve_write_pipe", reserve, true},
    {Op::CommitReadPipe, "__commit_read_pipe", commit, true},
    {Op::CommitWritePipe, "__commit_write_pipe", commit, true},
    {Op::GetNumPipePackets, "__get_pipe_num_packets_", query},
    {Op::GetMaxPipePackets, "__get_pipe_max_packets_", query},
    {Op::GroupReserveReadPipePackets, "reserve_read_pipe", reserve, true, true},
    {Op::GroupReserveWritePipePackets, "reserve_write_pipe", reserve, true, true},
    {Op::GroupCommitReadPipe, "commit_read_pipe", commit, true, true},
    {Op::GroupCommitWritePipe, "commit_write_pipe", commit, true, true},
};

const PipeFunction& function_of(Op op) { return *std::ranges::find(functions, op, &PipeFunction::op); }

llvm::Value* number_operand(Body& body, const Instruction& instruction, std::size_t index) {
    llvm::Value* value = body.integer(instruction, index);
    body.all.require(value->getType()->isIntegerTy(), instruction, "a number is no scalar");
    return body.builder.CreateZExtOrTrunc(value, body.builder.getInt32Ty());
}

llvm::Value* argument(Body& body, const Instruction& instruction, std::size_t index, Operand kind) {
    switch (kind) {
        case Operand::pipe:
            body.all.require(body.operand_type(instruction, index).op == Op::TypePipe, instruction,
                             "an operand is no pipe");
            return body.operand(instruction, index);
        case Operand::reservation:
            body.all.require(body.operand_type(instruction, index).op == Op::TypeReserveId, instruction,
                             "an operand is no reservation");
            return body.operand(instruction, index);
        case Operand::pointer:
            return body.builder.CreateAddrSpaceCast(body.pointer(instruction, index),
                                                    llvm::PointerType::get(body.all.context, generic_space));
        default: return number_operand(body, instruction, index);
    }
}

// Returns the full name of the function. The prefix of the name depends on the scope in the first operand or, without a
// scope, on the access qualifier of the pipe.
std::string name_of(Body& body, const Instruction& instruction, const PipeFunction& function) {
    std::string name(function.name);
    if (function.has_scope) {
        const auto scope = static_cast<spirv::Scope>(body.all.constant(body.word(instruction, 0), instruction));
        body.all.require(scope == spirv::Scope::Workgroup || scope == spirv::Scope::Subgroup, instruction,
                         "the scope is neither Workgroup nor Subgroup");
        return (scope == spirv::Scope::Workgroup ? "__work_group_" : "__sub_group_") + name;
    }
    if (!name.ends_with('_')) return name;
    const TypeInfo& type = body.operand_type(instruction, 0);
    body.all.require(type.op == Op::TypePipe, instruction, "an operand is no pipe");
    const auto access = static_cast<spirv::AccessQualifier>(type.definition->operands[0]);
    return name + (access == spirv::AccessQualifier::WriteOnly ? "wo" : "ro");
}

llvm::Type* plain_result(Body& body, const PipeFunction& function) {
    if (function.operands.data() == commit) return body.builder.getVoidTy();
    if (function.operands.data() == reserve) return body.builder.getInt64Ty();
    return body.builder.getInt32Ty();
}

llvm::Value* pipe_operation(Body& body, const Instruction& instruction) {
    const PipeFunction& function = function_of(instruction.op);
    const std::string name = name_of(body, instruction, function);
    std::size_t next = function.has_scope ? 1 : 0;
    llvm::SmallVector<llvm::Value*, 6> arguments;
    for (const Operand kind : function.operands) arguments.push_back(argument(body, instruction, next++, kind));
    // The last two operands are packet size and alignment.
    for (int i = 0; i < 2; ++i) {
        llvm::Value* constant = number_operand(body, instruction, next++);
        body.all.require(llvm::isa<llvm::ConstantInt>(constant), instruction,
                         "packet size and alignment must be constants");
        arguments.push_back(constant);
    }
    llvm::Value* result = call_function(body, name, plain_result(body, function), arguments, function.meets);
    if (function.operands.data() == commit) return nullptr;
    if (function.operands.data() == reserve) return result;
    llvm::Type* type = body.result_type(instruction);
    body.all.require(type->isIntegerTy(), instruction, "the result is no integer");
    return body.builder.CreateSExtOrTrunc(result, type);
}

llvm::Value* is_valid_reservation(Body& body, const Instruction& instruction) {
    llvm::Value* id = argument(body, instruction, 0, Operand::reservation);
    return call_builtin(body, "is_valid_reserve_id", body.builder.getInt1Ty(), named("ocl_reserveid"), id);
}

// Returns the operand, because a pipe and its storage have the same value: the address of the pipe's memory.
llvm::Value* pipe_of_storage(Body& body, const Instruction& instruction) {
    body.all.require(body.operand_type(instruction, 0).op == Op::TypePipeStorage &&
                         body.all.types.info(instruction.type, instruction).op == Op::TypePipe,
                     instruction, "the operand is no pipe storage, or the result no pipe");
    return body.operand(instruction, 0);
}

constexpr TranslationRow rows[] = {
    {Op::ReadPipe, pipe_operation},
    {Op::WritePipe, pipe_operation},
    {Op::ReservedReadPipe, pipe_operation},
    {Op::ReservedWritePipe, pipe_operation},
    {Op::ReserveReadPipePackets, pipe_operation},
    {Op::ReserveWritePipePackets, pipe_operation},
    {Op::CommitReadPipe, pipe_operation},
    {Op::CommitWritePipe, pipe_operation},
    {Op::GetNumPipePackets, pipe_operation},
    {Op::GetMaxPipePackets, pipe_operation},
    {Op::GroupReserveReadPipePackets, pipe_operation},
    {Op::GroupReserveWritePipePackets, pipe_operation},
    {Op::GroupCommitReadPipe, pipe_operation},
    {Op::GroupCommitWritePipe, pipe_operation},
    {Op::CreatePipeFromPipeStorage, pipe_of_storage},
    {Op::IsValidReserveId, is_valid_reservation},
};

}  // namespace

std::span<const TranslationRow> pipe_rows() { return rows; }

}  // namespace lanewise::compiler::il
