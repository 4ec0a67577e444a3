#include "compiler/prepare/grouping.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/operations.h"

namespace lanewise::compiler {
namespace {

// What else there may be of operations (barriers, ids of groups) sees the group.
bool sees_group(const llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (!callee) return true;
    return is_operation(&call) && !(traits_of(&call) & trait::blind_to_groups);
}

}  // namespace

bool allows_any_grouping(const llvm::Function& kernel) {
    for (const llvm::GlobalVariable& variable : kernel.getParent()->globals())
        if (variable.getAddressSpace() == local_space) return false;
    for (const llvm::Argument& argument : kernel.args())
        if (const auto* type = llvm::dyn_cast<llvm::PointerType>(argument.getType()))
            if (type->getAddressSpace() == local_space) return false;
    for (const llvm::Instruction& instruction : llvm::instructions(kernel))
        if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
            if (sees_group(*call)) return false;
    return true;
}

}  // namespace lanewise::compiler
