#include "compiler/library/lower_memory_ops.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "compiler/ir/operations.h"

namespace lanewise::compiler {
namespace {

llvm::Value* pointers(llvm::IRBuilder<>& builder, const llvm::CallInst& call) {
    llvm::Value* base = builder.CreateIntToPtr(call.getArgOperand(0), builder.getPtrTy());
    return builder.CreateGEP(builder.getInt8Ty(), base, call.getArgOperand(1));
}

// Lowers a look-up. The operation `ocl.look_up` occurs only if the target has an instruction for this operation
// (ocl.has_float_ops).
llvm::Value* looked_up(llvm::CallInst& call) {
    llvm::IRBuilder<> builder(&call);
    const bool is_wide = call.getType()->getPrimitiveSizeInBits() == 512;
    return builder.CreateIntrinsic(
        is_wide ? llvm::Intrinsic::x86_avx512_vpermi2var_d_512 : llvm::Intrinsic::x86_avx512_vpermi2var_d_256, {},
        {call.getArgOperand(0), call.getArgOperand(2), call.getArgOperand(1)});
}

llvm::Value* lowered(llvm::CallInst& call) {
    const llvm::StringRef name = operation_name(call);
    if (name.starts_with(op::look_up)) return looked_up(call);
    const bool is_scatter = name.starts_with(op::scatter);
    if (!is_scatter && !name.starts_with(op::gather) && !name.starts_with(op::gather_far)) return nullptr;
    llvm::IRBuilder<> builder(&call);
    llvm::Value* places = pointers(builder, call);
    const llvm::Align no_alignment(1);  // texels may be unaligned
    if (is_scatter)
        return builder.CreateMaskedScatter(call.getArgOperand(2), places, no_alignment,
                                           builder.CreateIsNotNull(call.getArgOperand(3)));
    return builder.CreateMaskedGather(call.getType(), places, no_alignment);
}

}  // namespace

llvm::PreservedAnalyses LowerMemoryOps::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        llvm::Value* value = call ? lowered(*call) : nullptr;
        if (!value) continue;
        call->replaceAllUsesWith(value);
        call->eraseFromParent();
        changed = true;
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise::compiler
