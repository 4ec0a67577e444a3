#include "compiler/prepare/ids/bound_ids.h"

#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/ir/calls/called_functions.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "lanewise/kernel_info.h"

namespace lanewise::compiler {
namespace {

bool depends_on_group_alone(llvm::StringRef name) {
    return name == op::local_id || name == op::local_size || name == op::enqueued_local_size;
}

bool depends_on_range(llvm::StringRef name) {
    return name == op::global_id || name == op::group_id || name == op::num_groups || name == op::global_size ||
           name == op::global_offset;
}

}  // namespace

llvm::PreservedAnalyses BoundIds::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    const llvm::ConstantRange below(llvm::APInt(64, 0), llvm::APInt(64, small_id_bound));
    bool small_ids = false;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (!call) continue;
        const llvm::StringRef name = operation_name(*call);
        const bool of_range = !large_launch_ && depends_on_range(name);
        if (of_range || depends_on_group_alone(name)) call->addRangeRetAttr(below);
        small_ids |= of_range;
    }
    for (llvm::Argument& parameter : function.args()) {
        const llvm::StringRef name = hidden_meaning(parameter);
        if ((!large_launch_ && depends_on_range(name)) || depends_on_group_alone(name))
            parameter.addAttr(llvm::Attribute::get(function.getContext(), llvm::Attribute::Range, below));
    }
    if (small_ids) function.addFnAttr(fact::small_ids);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
