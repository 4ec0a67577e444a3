// Makes a kernel for each block: each function that is an operand of OpEnqueueKernel or of a query about blocks
// (docs/design/front_end.md).
//
// Some producers also write an entry point for a block. The function of such an entry point is the block's function, or
// calls the block's function. The host cannot launch such an entry point, since the first parameter is a generic
// pointer. The block's kernel replaces the entry point.
#include <llvm/IR/IRBuilder.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/calls/call_attributes.h"
#include "compiler/spirv/functions.h"
#include "compiler/spirv/kernels.h"
#include "compiler/spirv/state/block_literal.h"

namespace lanewise::compiler::il {

using spirv::Decoration;
using spirv::Id;
using spirv::Instruction;
using spirv::Op;

namespace {

// Returns the operand of `instruction` that is the id of a block's function; 0 if there is no such operand.
Id block_of(const Instruction& instruction) {
    switch (instruction.op) {
        case Op::EnqueueKernel: return instruction.operands[6];
        case Op::GetKernelNDrangeSubGroupCount:
        case Op::GetKernelNDrangeMaxSubGroupSize:
        case Op::GetKernelLocalSizeForSubgroupCount: return instruction.operands[1];
        case Op::GetKernelWorkGroupSize:
        case Op::GetKernelPreferredWorkGroupSizeMultiple:
        case Op::GetKernelMaxNumSubgroups: return instruction.operands[0];
        default: return 0;
    }
}

// Section 3.52.22: "The first parameter must have a type of OpTypePointer to an 8-bit OpTypeInt. An optional list of
// parameters, each of which must have a type of OpTypePointer to the Workgroup Storage Class."
bool has_block_form(const llvm::Function& function) {
    if (!function.getReturnType()->isVoidTy() || function.arg_empty() || function.isVarArg()) return false;
    for (const llvm::Argument& argument : function.args()) {
        const auto* pointer = llvm::dyn_cast<llvm::PointerType>(argument.getType());
        if (!pointer || argument.hasByValAttr() || argument.hasStructRetAttr()) return false;
        if ((pointer->getAddressSpace() == local_space) != (argument.getArgNo() > 0)) return false;
    }
    return true;
}

// True if the first parameter of an entry point is a generic pointer. The host cannot set such an argument.
bool takes_literal(const Translation& all, const EntryPoint& entry) {
    const Instruction* function = all.source.definition(entry.function);
    if (!function || function->op != Op::Function) return false;
    const TypeInfo& type = all.types.info(function->operands[1], *function);
    if (type.op != Op::TypeFunction || type.definition->operands.size() < 2) return false;
    const TypeInfo& first = all.types.info(type.definition->operands[1], *function);
    return (first.op == Op::TypePointer || first.op == Op::TypeUntypedPointerKHR) &&
           first.storage == spirv::StorageClass::Generic;
}

// Returns the address at which a block literal holds a copy of the block's parameter (block_literal.h).
llvm::Value* parameter_in(llvm::IRBuilder<>& builder, llvm::Value* literal, llvm::Type* type) {
    llvm::Value* place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), literal, literal_alignment_place);
    llvm::Value* start = builder.CreateAlignedLoad(builder.getInt32Ty(), place, llvm::Align(4));
    llvm::Value* copy =
        builder.CreateInBoundsGEP(builder.getInt8Ty(), literal, builder.CreateZExt(start, builder.getInt64Ty()));
    return builder.CreateAddrSpaceCast(copy, type);
}

}  // namespace

void Functions::find_blocks() {
    for (const Instruction& instruction : all.source.instructions) {
        const Id block = block_of(instruction);
        if (block == 0) continue;
        blocks_.emplace(block, nullptr);
        if (const auto attributes = all.annotations.find(block, Decoration::LinkageAttributes))
            exported_blocks_.emplace(spirv::read_string(*attributes).first, block);
    }
}

bool Functions::is_block_entry(const EntryPoint& entry) const {
    if (!takes_literal(all, entry)) return false;
    if (blocks_.contains(entry.function)) return true;
    const auto exported = exported_blocks_.find(entry.name);
    if (exported == exported_blocks_.end()) return false;
    const Instruction* block = all.source.definition(exported->second);
    const Instruction* function = all.source.definition(entry.function);
    return block && function && block->op == Op::Function && function->op == Op::Function &&
           block->operands[1] == function->operands[1];
}

std::string Functions::block_name(Id block) const {
    if (const auto found = entries_of_.find(block); found != entries_of_.end())
        if (const EntryPoint& entry = entries_[found->second.front()]; is_block_entry(entry))
            return std::string(entry.name);
    if (const auto attributes = all.annotations.find(block, Decoration::LinkageAttributes))
        return std::string(spirv::read_string(*attributes).first);
    return std::string(all.annotations.name(block)) + "_block_invoke_kernel";
}

llvm::Function* Functions::block_kernel(Id id, const Instruction& user) {
    llvm::Function* function = declare(id, user);
    llvm::Function*& kernel = blocks_[id];
    if (kernel) return kernel;
    all.require(has_block_form(*function), user,
                "the function of a block takes a pointer, and pointers to local memory, and returns nothing");
    llvm::SmallVector<llvm::Type*, 4> types(function->getFunctionType()->params());
    types[0] = llvm::PointerType::get(all.context, generic_space);
    kernel = llvm::Function::Create(llvm::FunctionType::get(function->getReturnType(), types, false),
                                    llvm::GlobalValue::ExternalLinkage, block_name(id), all.module);
    kernel->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
    kernel->addFnAttr(llvm::Attribute::NoUnwind);
    kernel->addFnAttr(llvm::Attribute::Convergent);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(all.context, "", kernel));
    llvm::SmallVector<llvm::Value*, 4> arguments{
        parameter_in(builder, kernel->getArg(0), function->getArg(0)->getType())};
    for (unsigned i = 1; i < kernel->arg_size(); ++i) arguments.push_back(kernel->getArg(i));
    llvm::CallInst* call = builder.CreateCall(function, arguments);
    call->setCallingConv(function->getCallingConv());
    call->setAttributes(call_attributes(*function));
    builder.CreateRetVoid();
    describe_kernel(all, *kernel, {.function = id, .name = {}, .instruction = &user});
    return kernel;
}

}  // namespace lanewise::compiler::il
