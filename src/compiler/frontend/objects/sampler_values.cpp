#include "compiler/frontend/objects/sampler_values.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

void replace_sampler_values(llvm::Module& module) {
    llvm::Type* word = llvm::Type::getInt64Ty(module.getContext());
    llvm::Function* maker = module.getFunction("__translate_sampler_initializer");
    if (!maker || !maker->isDeclaration()) return;
    for (llvm::User* user : llvm::make_early_inc_range(maker->users())) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(user);
        if (!call || call->getCalledFunction() != maker) continue;
        call->replaceAllUsesWith(llvm::IRBuilder<>(call).CreateZExt(call->getArgOperand(0), word));
        call->eraseFromParent();
    }
    if (maker->use_empty()) maker->eraseFromParent();
}

}  // namespace lanewise::compiler
