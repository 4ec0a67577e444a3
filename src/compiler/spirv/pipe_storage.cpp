#include "compiler/spirv/pipe_storage.h"

#include <llvm/IR/Constants.h>

#include "compiler/ir/address_spaces.h"
#include "lanewise/pipe_size.h"
#include "lanewise/program_variables.h"

namespace lanewise::compiler::il {

using spirv::Instruction;
using spirv::Op;

llvm::Constant* pipe_storage(Translation& all, const Instruction& instruction) {
    const TypeInfo& type = all.types.info(instruction.type, instruction);
    all.require(type.op == Op::TypePipeStorage, instruction, "the result is no pipe storage");
    const std::uint32_t packet_size = instruction.operands[0], packets = instruction.operands[2];
    all.require(packet_size != 0 && packets != 0 && packet_size <= max_program_variable_bytes &&
                    packets <= max_program_variable_bytes &&
                    abi::pipe_bytes(packet_size, packets) <= max_program_variable_bytes,
                instruction, "the pipe has no packets, or exceeds the 16 MiB of variables in global memory");
    const std::uint64_t offset = abi::pipe_packets_offset(packets);
    llvm::Type* word = llvm::Type::getInt32Ty(all.context);
    llvm::Type* wide = llvm::Type::getInt64Ty(all.context);
    constexpr std::uint64_t head_bytes = 24;  // size of abi::Pipe's members up to packets_offset
    static_assert(offsetof(abi::Pipe, packets_offset) + sizeof(abi::Pipe::packets_offset) == head_bytes);
    auto* rest =
        llvm::ArrayType::get(llvm::Type::getInt8Ty(all.context), abi::pipe_bytes(packet_size, packets) - head_bytes);
    auto* memory = llvm::StructType::get(all.context, {word, word, word, word, wide, rest});
    llvm::Constant* initial = llvm::ConstantStruct::get(
        memory, {llvm::ConstantInt::get(word, packet_size), llvm::ConstantInt::get(word, packets),
                 llvm::ConstantInt::get(word, abi::pipe_places(packets) - 1), llvm::ConstantInt::get(word, 0),
                 llvm::ConstantInt::get(wide, offset), llvm::Constant::getNullValue(rest)});
    auto* variable =
        new llvm::GlobalVariable(all.module, memory, /*isConstant=*/false, llvm::GlobalValue::InternalLinkage, initial,
                                 "pipe", nullptr, llvm::GlobalValue::NotThreadLocal, global_space);
    variable->setAlignment(llvm::Align(abi::pipe_alignment));
    return variable;
}

}  // namespace lanewise::compiler::il
