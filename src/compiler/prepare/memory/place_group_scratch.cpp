#include "compiler/prepare/memory/place_group_scratch.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/parts.h"

namespace lanewise::compiler {
namespace {

constexpr std::uint64_t scratch_bytes = 8;  // size of the largest type that work-group functions accept

}  // namespace

llvm::PreservedAnalyses PlaceGroupScratch::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    llvm::Function* operation = module.getFunction(op::group_scratch);
    if (!operation || operation->use_empty()) return llvm::PreservedAnalyses::all();
    auto* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), scratch_bytes);
    auto* place = new llvm::GlobalVariable(module, type, /*isConstant=*/false, llvm::GlobalValue::InternalLinkage,
                                           llvm::PoisonValue::get(type), "group_scratch", nullptr,
                                           llvm::GlobalValue::NotThreadLocal, local_space);
    place->setAlignment(llvm::Align(scratch_bytes));
    for (llvm::User* user : llvm::make_early_inc_range(operation->users())) {
        auto* call = llvm::cast<llvm::CallInst>(user);
        call->replaceAllUsesWith(place);
        call->eraseFromParent();
    }
    // Demand that work-items run in the order of their ids, since a scan combines values in the order in which
    // work-items run.
    if (llvm::Function* kernel = find_kernel(module)) kernel->addFnAttr(fact::ordered_items);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
