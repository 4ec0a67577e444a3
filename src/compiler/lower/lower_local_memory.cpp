#include "compiler/lower/lower_local_memory.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>

#include "compiler/ir/abi_access.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/group_function.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/parts.h"
#include "lanewise/kernel_abi.h"

namespace lanewise::compiler {
namespace {

void place_variable(llvm::GlobalVariable& variable, llvm::Value& address) {
    // First turn the constant expressions that use the variable into instructions.
    llvm::Constant* constant = &variable;
    llvm::convertUsersOfConstantsToInstructions(constant);
    variable.replaceAllUsesWith(&address);
    variable.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses LowerLocalMemory::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    llvm::Function* group = find_part(module, Part::group);
    if (!group) return llvm::PreservedAnalyses::all();
    const GroupParameters parameters(*group);
    llvm::IRBuilder<> builder(&group->getEntryBlock(), group->getEntryBlock().getFirstInsertionPt());
    llvm::Value* base = nullptr;
    std::uint64_t bytes = number_fact(*group, fact::local_bytes);  // size of the local memory that became private
    for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
        if (variable.getAddressSpace() != local_space) continue;
        if (!base) base = load_pointer(builder, parameters.worker, offsetof(abi::Worker, local_memory), "local_memory");
        const llvm::DataLayout& layout = module.getDataLayout();
        bytes = llvm::alignTo(bytes, layout.getPreferredAlign(&variable));
        llvm::Value* address = builder.CreateAddrSpaceCast(builder.CreateInBoundsPtrAdd(base, builder.getInt64(bytes)),
                                                           variable.getType(), variable.getName());
        bytes += layout.getTypeAllocSize(variable.getValueType());
        place_variable(variable, *address);
    }
    set_number_fact(*group, fact::local_bytes, bytes);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
