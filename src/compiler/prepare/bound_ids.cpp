#include "compiler/prepare/bound_ids.h"

#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "lanewise/kernel_info.h"

namespace lanewise::compiler {
namespace {

bool depends_on_group_alone(const llvm::CallInst& call) {
    return as_operation(&call, op::local_id) || as_operation(&call, op::local_size) ||
           as_operation(&call, op::enqueued_local_size);
}

bool depends_on_range(const llvm::CallInst& call) {
    return as_operation(&call, op::global_id) || as_operation(&call, op::group_id) ||
           as_operation(&call, op::num_groups) || as_operation(&call, op::global_size) ||
           as_operation(&call, op::global_offset);
}

}  // namespace

llvm::PreservedAnalyses BoundIds::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    const llvm::ConstantRange below(llvm::APInt(64, 0), llvm::APInt(64, small_id_bound));
    bool small_ids = false;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (!call) continue;
        const bool of_range = !large_launch_ && depends_on_range(*call);
        if (of_range || depends_on_group_alone(*call)) call->addRangeRetAttr(below);
        small_ids |= of_range;
    }
    if (small_ids) function.addFnAttr(fact::small_ids);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
