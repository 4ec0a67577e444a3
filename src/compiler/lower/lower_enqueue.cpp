#include "compiler/lower/lower_enqueue.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <cstddef>

#include "compiler/ir/abi_access.h"
#include "compiler/ir/calls/called_functions.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "lanewise/kernel_abi.h"

namespace lanewise::compiler {
namespace {

llvm::Value* load_function(llvm::IRBuilder<>& builder, llvm::Value* launch, std::size_t offset, const char* name) {
    llvm::Value* functions =
        load_invariant(builder, launch, offsetof(abi::Launch, functions), builder.getPtrTy(), "functions");
    return load_invariant(builder, functions, offset, builder.getPtrTy(), name);
}

llvm::Value* flat(llvm::IRBuilder<>& builder, llvm::Value* value) {
    return value->getType()->isPointerTy() ? builder.CreateAddrSpaceCast(value, builder.getPtrTy()) : value;
}

// For each operand of ocl.enqueue, the operand's offset in abi::EnqueueRequest.
constexpr std::size_t request_offsets[] = {
    offsetof(abi::EnqueueRequest, queue),       offsetof(abi::EnqueueRequest, flags),
    offsetof(abi::EnqueueRequest, ndrange),     offsetof(abi::EnqueueRequest, kernel),
    offsetof(abi::EnqueueRequest, literal),     offsetof(abi::EnqueueRequest, wait_count),
    offsetof(abi::EnqueueRequest, waits),       offsetof(abi::EnqueueRequest, local_count),
    offsetof(abi::EnqueueRequest, local_sizes), offsetof(abi::EnqueueRequest, event),
};

llvm::Value* lower_enqueue(llvm::CallInst& call, llvm::Function& function) {
    llvm::Value* launch = launch_of(function);
    llvm::IRBuilder<> entry(&function.getEntryBlock(), function.getEntryBlock().getFirstInsertionPt());
    llvm::AllocaInst* request = entry.CreateAlloca(llvm::ArrayType::get(entry.getInt8Ty(), sizeof(abi::EnqueueRequest)),
                                                   nullptr, "enqueue.request");
    request->setAlignment(llvm::Align(alignof(abi::EnqueueRequest)));
    llvm::IRBuilder<> builder(&call);
    for (unsigned i = 0; i < std::size(request_offsets); ++i)
        builder.CreateStore(flat(builder, call.getArgOperand(i)),
                            builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), request, request_offsets[i]));
    llvm::Value* enqueue = load_function(builder, launch, offsetof(abi::RuntimeFunctions, enqueue), "enqueue");
    llvm::Type* pointer = builder.getPtrTy();
    auto* type = llvm::FunctionType::get(builder.getInt32Ty(), {pointer, pointer, pointer}, false);
    llvm::CallInst* made = builder.CreateCall(type, enqueue, {launch, worker_of(function), request});
    made->setDoesNotThrow();
    return made;
}

llvm::Value* lower_device_call(llvm::CallInst& call, llvm::Function& function) {
    llvm::Value* launch = launch_of(function);
    llvm::IRBuilder<> builder(&call);
    llvm::SmallVector<llvm::Value*, 8> arguments{launch, worker_of(function)};
    for (llvm::Value* argument : call.args()) arguments.push_back(flat(builder, argument));
    llvm::SmallVector<llvm::Type*, 8> types;
    for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
    llvm::Value* device = load_function(builder, launch, offsetof(abi::RuntimeFunctions, device_call), "device_call");
    llvm::CallInst* made = builder.CreateCall(llvm::FunctionType::get(call.getType(), types, false), device, arguments);
    made->setDoesNotThrow();
    return made;
}

}  // namespace

llvm::PreservedAnalyses LowerEnqueue::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    const auto functions = group_and_called_functions(module);
    if (functions.empty() || (!module.getFunction(op::enqueue) && !module.getFunction(op::device_call)))
        return llvm::PreservedAnalyses::all();
    for (llvm::Function* function : functions)
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(*function))) {
            llvm::Value* made = nullptr;
            if (llvm::CallInst* call = as_operation(&instruction, op::enqueue)) made = lower_enqueue(*call, *function);
            if (llvm::CallInst* call = as_operation(&instruction, op::device_call))
                made = lower_device_call(*call, *function);
            if (!made) continue;
            functions.front()->addFnAttr(fact::enqueues);
            instruction.replaceAllUsesWith(made);
            instruction.eraseFromParent();
        }
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
