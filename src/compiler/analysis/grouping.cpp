#include "compiler/analysis/grouping.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/passes/operations.h"

namespace lanewise::compiler {
namespace {

constexpr unsigned local_address_space = 3;

// What else there may be of operations (barriers, ids of groups) sees the group.
bool sees_group(const llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (!callee) return true;
    const llvm::StringRef name = callee->getName();
    if (!name.starts_with("ocl.")) return false;
    for (const llvm::StringRef blind : {op::global_id, op::global_size, op::global_offset, op::work_dim, op::printf,
                                        op::address_space})
        if (name == blind) return false;
    return true;
}

}  // namespace

bool allows_any_grouping(const llvm::Function& kernel) {
    for (const llvm::GlobalVariable& variable : kernel.getParent()->globals())
        if (variable.getAddressSpace() == local_address_space) return false;
    for (const llvm::Argument& argument : kernel.args())
        if (const auto* type = llvm::dyn_cast<llvm::PointerType>(argument.getType()))
            if (type->getAddressSpace() == local_address_space) return false;
    for (const llvm::Instruction& instruction : llvm::instructions(kernel))
        if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
            if (sees_group(*call)) return false;
    return true;
}

}  // namespace lanewise::compiler
