#include "compiler/group/lower_waits.h"

#include <llvm/IR/Module.h>

#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"

namespace lanewise::compiler {
namespace {

// Replaces the calls of an operation by calls of a function of the device. Passes only the first `count` arguments.
void call_device(llvm::Module& module, llvm::StringRef operation, llvm::StringRef name, unsigned count) {
    llvm::Function* function = module.getFunction(operation);
    if (!function) return;
    const auto parameters = function->getFunctionType()->params().take_front(count);
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), parameters, false);
    llvm::FunctionCallee callee = module.getOrInsertFunction(name, type);
    llvm::cast<llvm::Function>(callee.getCallee())->setDoesNotThrow();
    for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
        auto* call = llvm::cast<llvm::CallInst>(user);
        llvm::SmallVector<llvm::Value*, 1> arguments(call->arg_begin(), call->arg_begin() + count);
        llvm::IRBuilder<>(call).CreateCall(callee, arguments);
        call->eraseFromParent();
    }
}

}  // namespace

llvm::PreservedAnalyses LowerWaits::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    if (llvm::none_of(module, [](const llvm::Function& one) { return one.hasFnAttribute(fact::waits); }))
        return llvm::PreservedAnalyses::all();
    call_device(module, op::barrier, "lanewise_meet", 0);
    call_device(module, op::wait_turn, "lanewise_wait_turn", 0);
    call_device(module, op::device_barrier, "lanewise_meet_all", 1);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
