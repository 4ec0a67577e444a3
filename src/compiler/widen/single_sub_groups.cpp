#include "compiler/widen/single_sub_groups.h"

#include <llvm/IR/InstIterator.h>

#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/widen/chunk/lane_arithmetic.h"
#include "compiler/widen/chunk/sub_group_id.h"

namespace lanewise::compiler {
namespace {

llvm::Value* of_one_item(llvm::CallInst& call) {
    const llvm::StringRef name = operation_name(call);
    llvm::IRBuilder<> builder(&call);
    if (name == op::never) return builder.getFalse();
    if (name == op::sub_group_size) return builder.getInt32(1);
    if (name == op::sub_group_lane) return builder.getInt32(0);
    if (name == op::sub_group_id) return create_sub_group_id(builder, *call.getFunction(), 1);
    if (name == op::sub_group_ballot) return builder.CreateZExt(call.getArgOperand(0), call.getType());
    if (name.starts_with(op::sub_group_scan_before)) return LaneArithmetic(builder, name, call.getType()).identity();
    return call.getArgOperand(0);
}

}  // namespace

llvm::PreservedAnalyses SingleSubGroups::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (!function.hasFnAttribute(fact::uses_sub_groups)) return llvm::PreservedAnalyses::all();
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        const unsigned traits = traits_of(&instruction);
        if (!(traits & trait::sub_group) || (traits & trait::pause)) continue;
        auto& call = llvm::cast<llvm::CallInst>(instruction);
        if (operation_name(call) != op::sub_group_barrier) call.replaceAllUsesWith(of_one_item(call));
        call.eraseFromParent();
    }
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
