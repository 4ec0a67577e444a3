#include "compiler/passes/votes.h"

#include <llvm/IR/Module.h>

namespace lanewise::compiler {
namespace {

// Operations between linearize and widen: convergent, so that nothing moves them to another mask.
llvm::FunctionCallee declare(llvm::Module& module, llvm::StringRef name, llvm::Type* result) {
    auto* type =
        llvm::FunctionType::get(result, {llvm::Type::getInt1Ty(module.getContext())}, false);
    llvm::FunctionCallee callee = module.getOrInsertFunction(name, type);
    auto* function = llvm::cast<llvm::Function>(callee.getCallee());
    function->setDoesNotThrow();
    function->setWillReturn();
    function->setConvergent();
    if (result->isVoidTy())
        function->setOnlyAccessesInaccessibleMemory();
    else
        function->setDoesNotAccessMemory();
    return callee;
}

llvm::Module& module_of(llvm::IRBuilderBase& builder) {
    return *builder.GetInsertBlock()->getModule();
}

}  // namespace

llvm::StringRef operation_name(const llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    return callee ? callee->getName() : llvm::StringRef();
}

bool is_operation(const llvm::Instruction& instruction, llvm::StringRef name) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return call && operation_name(*call) == name;
}

bool is_group_collective(const llvm::CallInst& call) {
    const llvm::StringRef name = operation_name(call);
    return name == vote::barrier ||
           (name.starts_with("ocl.work_group_") && call.isConvergent());
}

void create_mask(llvm::IRBuilderBase& builder, llvm::Value* mask) {
    builder.CreateCall(declare(module_of(builder), vote::mask, builder.getVoidTy()), {mask});
}

llvm::CallInst* create_vote(llvm::IRBuilderBase& builder, llvm::StringRef name,
                            llvm::Value* value) {
    return builder.CreateCall(declare(module_of(builder), name, builder.getInt1Ty()), {value});
}

}  // namespace lanewise::compiler
