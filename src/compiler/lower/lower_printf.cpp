#include "compiler/lower/lower_printf.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/abi_access.h"
#include "compiler/ir/calls/called_functions.h"
#include "compiler/ir/operations.h"
#include "lanewise/kernel_abi.h"

namespace lanewise::compiler {
namespace {

constexpr std::uint64_t argument_step = 8;  // distance in bytes from one packed argument to the next

// Extends an integer to 64 bits, because formats often specify a longer type than the argument has (`%lu` for an int).
// The upper half is then 0, as on most machines in C, instead of an old value from the stack.
llvm::Value* whole_slot(llvm::IRBuilder<>& builder, llvm::Value* argument) {
    const bool is_short = argument->getType()->isIntegerTy() && argument->getType()->getIntegerBitWidth() < 64;
    return is_short ? builder.CreateZExt(argument, builder.getInt64Ty()) : argument;
}

struct Packed {
    llvm::Value* buffer;
    std::uint64_t bytes;
};

Packed pack_arguments(llvm::CallInst& call, llvm::Function& function) {
    const llvm::DataLayout& layout = function.getParent()->getDataLayout();
    llvm::SmallVector<std::uint64_t, 8> offsets;
    std::uint64_t bytes = 0;
    for (const llvm::Use& argument : llvm::drop_begin(call.args())) {
        offsets.push_back(bytes);
        bytes += llvm::alignTo(layout.getTypeAllocSize(argument->getType()), argument_step);
    }
    llvm::IRBuilder<> entry(&function.getEntryBlock(), function.getEntryBlock().getFirstInsertionPt());
    llvm::AllocaInst* buffer = entry.CreateAlloca(
        llvm::ArrayType::get(entry.getInt8Ty(), std::max<std::uint64_t>(bytes, 1)), nullptr, "printf.arguments");
    buffer->setAlignment(llvm::Align(argument_step));
    llvm::IRBuilder<> builder(&call);
    for (unsigned i = 0; i < offsets.size(); ++i)
        builder.CreateAlignedStore(whole_slot(builder, call.getArgOperand(i + 1)),
                                   builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), buffer, offsets[i]),
                                   llvm::Align(argument_step));
    return {buffer, bytes};
}

void lower(llvm::CallInst& call, llvm::Function& function) {
    llvm::Value* launch = launch_of(function);
    const Packed packed = pack_arguments(call, function);
    llvm::IRBuilder<> builder(&call);
    llvm::Type* pointer = builder.getPtrTy();
    llvm::Value* functions = load_invariant(builder, launch, offsetof(abi::Launch, functions), pointer, "functions");
    llvm::Value* print = load_invariant(builder, functions, offsetof(abi::RuntimeFunctions, printf), pointer, "printf");
    auto* type =
        llvm::FunctionType::get(builder.getInt32Ty(), {pointer, pointer, pointer, builder.getInt64Ty()}, false);
    llvm::Value* format = builder.CreateAddrSpaceCast(call.getArgOperand(0), pointer);
    llvm::CallInst* result =
        builder.CreateCall(type, print, {launch, format, packed.buffer, builder.getInt64(packed.bytes)});
    result->setDoesNotThrow();
    call.replaceAllUsesWith(result);
    call.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses LowerPrintf::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    const auto functions = group_and_called_functions(module);
    if (functions.empty()) return llvm::PreservedAnalyses::all();
    for (llvm::Function* function : functions)
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(*function)))
            if (llvm::CallInst* call = as_operation(&instruction, op::printf)) lower(*call, *function);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
