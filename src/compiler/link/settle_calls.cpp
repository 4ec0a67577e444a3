#include "compiler/link/settle_calls.h"

#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace lanewise::compiler {
namespace {

llvm::SmallVector<llvm::CallBase*, 4> calls_of(llvm::Function& function) {
    llvm::SmallVector<llvm::CallBase*, 4> calls;
    for (llvm::User* user : function.users())
        if (auto* call = llvm::dyn_cast<llvm::CallBase>(user); call && call->getCalledOperand() == &function)
            calls.push_back(call);
    return calls;
}

void move_calls(llvm::Function& kernel) {
    const auto calls = calls_of(kernel);
    if (calls.empty()) return;
    llvm::ValueToValueMapTy values;
    llvm::Function* body = llvm::CloneFunction(&kernel, values);
    body->setName(kernel.getName() + ".body");
    body->setLinkage(llvm::GlobalValue::InternalLinkage);
    body->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    body->clearMetadata();
    for (llvm::CallBase* call : calls) {
        call->setCalledFunction(body);
        call->setCallingConv(body->getCallingConv());
    }
}

}  // namespace

std::string mismatched_functions(const llvm::Module& module) {
    std::string names;
    for (const llvm::Function& function : module) {
        const bool differs = llvm::any_of(function.users(), [&](const llvm::User* user) {
            const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
            return call && call->getCalledOperand() == &function &&
                   call->getFunctionType() != function.getFunctionType();
        });
        if (differs) names += function.getName().str() + '\n';
    }
    return names;
}

void settle_calls(llvm::Module& program) {
    llvm::SmallVector<llvm::Function*, 8> kernels;
    for (llvm::Function& function : program) {
        if (function.hasWeakAnyLinkage()) function.setLinkage(llvm::GlobalValue::ExternalLinkage);
        if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration())
            kernels.push_back(&function);
    }
    for (llvm::GlobalVariable& variable : program.globals())
        if (variable.hasWeakAnyLinkage() && variable.hasInitializer())
            variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
    for (llvm::Function* kernel : kernels) move_calls(*kernel);
}

}  // namespace lanewise::compiler
