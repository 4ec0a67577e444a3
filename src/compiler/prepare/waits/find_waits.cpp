#include "compiler/prepare/waits/find_waits.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/parts.h"
#include "compiler/prepare/waits/waiting_loops.h"

namespace lanewise::compiler {
namespace {

bool has_device_barriers(const llvm::Module& module) {
    const llvm::Function* operation = module.getFunction(op::device_barrier);
    return operation && !operation->use_empty();
}

void put_barriers_before_group_functions(llvm::Module& module) {
    llvm::Function* scratch = module.getFunction(op::group_scratch);
    if (!scratch) return;
    for (llvm::User* user : scratch->users()) {
        llvm::IRBuilder<> builder(llvm::cast<llvm::CallInst>(user));
        create_barrier(builder);
    }
}

}  // namespace

llvm::PreservedAnalyses FindWaits::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    llvm::Function* kernel = find_kernel(module);
    if (!kernel) return llvm::PreservedAnalyses::all();
    if (!kernel->hasFnAttribute(fact::uses_sub_groups) && !has_device_barriers(module))
        return llvm::PreservedAnalyses::all();
    auto& of_functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    mark_changing_reads(module);
    llvm::SmallVector<llvm::Function*, 4> functions;
    for (llvm::Function& function : module)
        if (!function.isDeclaration() && may_have_waits(function)) functions.push_back(&function);
    llvm::SmallVector<llvm::Instruction*, 8> places;
    for (llvm::Function* function : functions)
        for (llvm::Instruction* place : waiting_places(*function, of_functions)) places.push_back(place);
    unmark_changing_reads(module);
    if (places.empty() && !has_device_barriers(module)) return llvm::PreservedAnalyses::all();
    for (llvm::Instruction* place : places) {
        llvm::IRBuilder<> builder(place);
        create_wait_turn(builder);
    }
    put_barriers_before_group_functions(module);
    kernel->addFnAttr(fact::waits);
    kernel->addFnAttr(fact::uses_sub_groups);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
