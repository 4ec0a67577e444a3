#include "compiler/recursion/deciding_arguments.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/address_spaces.h"

namespace lanewise::compiler {
namespace {

// Whether `instruction` stores to a private variable. A later branch may then depend on the stored value.
bool is_private_store(const llvm::Instruction& instruction) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    return store && (store->getPointerAddressSpace() == AddressSpace::private_space ||
                     store->getPointerAddressSpace() == AddressSpace::generic_space);
}

}  // namespace

DecidingArguments::DecidingArguments(const FunctionSet& functions) {
    for (const llvm::Function* function : functions) facts_[function].arguments.resize(function->arg_size());
    for (bool changed = true; changed;) {
        changed = false;
        for (llvm::Function* function : functions) changed |= update(*function);
    }
}

bool DecidingArguments::contains(const llvm::Argument& argument) const {
    return facts_.find(argument.getParent())->second.arguments.test(argument.getArgNo());
}

// Whether a branch depends on `start`, as far as the current contents of `facts_` show.
bool DecidingArguments::decides(const llvm::Value& start) {
    llvm::SmallPtrSet<const llvm::Value*, 16> seen{&start};
    llvm::SmallVector<const llvm::Value*, 16> pending{&start};
    while (!pending.empty()) {
        const llvm::Value* value = pending.pop_back_val();
        for (const llvm::Use& use : value->uses()) {
            const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
            if (llvm::isa<llvm::BranchInst, llvm::SwitchInst>(user) || is_private_store(*user)) return true;
            if (llvm::isa<llvm::ReturnInst>(user)) {
                if (facts_.find(user->getFunction())->second.result) return true;
                continue;
            }
            const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
            const auto callee = call ? facts_.find(call->getCalledFunction()) : facts_.end();
            if (callee != facts_.end() && call->isArgOperand(&use)) {
                // If the callee's argument decides no branch, continue with the uses of the call, because the call's
                // result may depend on the argument.
                if (callee->second.arguments.test(call->getArgOperandNo(&use))) return true;
            }
            if (!user->getType()->isVoidTy() && seen.insert(user).second) pending.push_back(user);
        }
    }
    return false;
}

bool DecidingArguments::update(llvm::Function& function) {
    bool changed = false;
    Facts& facts = facts_[&function];
    for (const llvm::Argument& argument : function.args()) {
        if (facts.arguments.test(argument.getArgNo()) || !decides(argument)) continue;
        facts.arguments.set(argument.getArgNo());
        changed = true;
    }
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        const llvm::Function* callee = called_function(instruction);
        const auto found = callee ? facts_.find(callee) : facts_.end();
        if (found == facts_.end() || found->second.result || !decides(instruction)) continue;
        found->second.result = changed = true;
    }
    return changed;
}

}  // namespace lanewise::compiler
