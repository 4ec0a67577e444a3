#include "compiler/prepare/ids/settle_sub_groups.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/parts.h"

namespace lanewise::compiler {
namespace {

constexpr unsigned default_size = 16;  // sub-group size in tests that do not set fact::sub_group_size

void replace_width(llvm::Function& width, std::uint64_t size) {
    for (llvm::User* user : llvm::make_early_inc_range(width.users())) {
        auto* call = llvm::cast<llvm::CallInst>(user);
        call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), size));
        call->eraseFromParent();
    }
}

// Sets the attributes that restrict the memory effects of a convergent sub-group operation. Barriers get no such
// attribute, since a barrier orders memory accesses.
void describe(llvm::Function& operation) {
    if (!operation.isConvergent() || operation.getName() == op::sub_group_barrier ||
        operation.getName() == op::device_barrier)
        return;
    operation.setOnlyAccessesInaccessibleMemory();
    operation.setWillReturn();
    operation.addFnAttr(llvm::Attribute::NoFree);
    operation.addFnAttr(llvm::Attribute::NoMerge);
}

}  // namespace

llvm::PreservedAnalyses SettleSubGroups::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    llvm::Function* kernel = find_kernel(module);
    if (!kernel) return llvm::PreservedAnalyses::all();
    const std::uint64_t size = number_fact(*kernel, fact::sub_group_size, default_size);
    bool used = false;
    for (llvm::Function& function : module) {
        if (!function.isDeclaration() || !(traits_of(function) & trait::sub_group) || function.use_empty()) continue;
        used = true;
        if (function.getName() == op::sub_group_width)
            replace_width(function, size);
        else
            describe(function);
    }
    if (!used) return llvm::PreservedAnalyses::all();
    kernel->addFnAttr(fact::uses_sub_groups);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
