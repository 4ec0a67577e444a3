#include "compiler/lower/lower_program_variables.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>

#include "compiler/ir/abi_access.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/group_function.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/parts.h"
#include "lanewise/kernel_abi.h"

namespace lanewise::compiler {

llvm::PreservedAnalyses LowerProgramVariables::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    llvm::Function* group = find_part(module, Part::group);
    if (!group) return llvm::PreservedAnalyses::all();
    llvm::SmallVector<llvm::GlobalVariable*, 8> variables;
    for (llvm::GlobalVariable& variable : module.globals())
        if (program_variable_offset(variable)) variables.push_back(&variable);
    if (variables.empty()) return llvm::PreservedAnalyses::all();
    // Remove the initializers: the memory block already contains the initial values, and the initializers would only
    // add references to other variables.
    for (llvm::GlobalVariable* variable : variables) {
        variable->setInitializer(nullptr);
        variable->setLinkage(llvm::GlobalValue::ExternalLinkage);
    }
    llvm::IRBuilder<> builder(&group->getEntryBlock(), group->getEntryBlock().getFirstInsertionPt());
    llvm::Value* block =
        load_pointer(builder, GroupParameters(*group).launch, offsetof(abi::Launch, program_variables), "variables");
    for (llvm::GlobalVariable* variable : variables) {
        llvm::Value* address =
            builder.CreateInBoundsPtrAdd(block, builder.getInt64(*program_variable_offset(*variable)));
        address = builder.CreateAddrSpaceCast(address, variable->getType(), variable->getName());
        llvm::Constant* constant = variable;
        llvm::convertUsersOfConstantsToInstructions(constant);
        variable->replaceAllUsesWith(address);
        variable->eraseFromParent();
    }
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
