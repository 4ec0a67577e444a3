#include "compiler/library/lower_float_ops.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/Transforms/Utils/Local.h>

#include <array>
#include <cstdint>
#include <optional>

#include "compiler/ir/operations.h"
#include "compiler/target/target_features.h"

namespace lanewise::compiler {
namespace {

using llvm::Intrinsic::ID;

struct Operation {
    llvm::StringLiteral prefix;
    std::array<ID, 3> instructions;  // intrinsics for registers of 128, 256 and 512 bits
    bool rounds;                     // true if the instructions round, and have a rounding mode operand
    // Immediate operand. For VGETMANT, the immediate selects either the interval 1..2, or the interval 0.75..1.5 and
    // NaN for negative inputs (Intel SDM, VGETMANTPS: interval 3, sign control 2). For VREDUCE, the immediate selects
    // rounding down to integers without exceptions.
    std::optional<std::uint8_t> immediate = {};
};

constexpr Operation operations[] = {
    {op::scale_exponent,
     {llvm::Intrinsic::x86_avx512_mask_scalef_ps_128, llvm::Intrinsic::x86_avx512_mask_scalef_ps_256,
      llvm::Intrinsic::x86_avx512_mask_scalef_ps_512},
     true},
    {op::scale_double,
     {llvm::Intrinsic::x86_avx512_mask_scalef_pd_128, llvm::Intrinsic::x86_avx512_mask_scalef_pd_256,
      llvm::Intrinsic::x86_avx512_mask_scalef_pd_512},
     true},
    {op::exponent_part,
     {llvm::Intrinsic::x86_avx512_mask_getexp_ps_128, llvm::Intrinsic::x86_avx512_mask_getexp_ps_256,
      llvm::Intrinsic::x86_avx512_mask_getexp_ps_512},
     true},
    {op::mantissa_part,
     {llvm::Intrinsic::x86_avx512_mask_getmant_ps_128, llvm::Intrinsic::x86_avx512_mask_getmant_ps_256,
      llvm::Intrinsic::x86_avx512_mask_getmant_ps_512},
     true,
     0b1011},
    {op::significand,
     {llvm::Intrinsic::x86_avx512_mask_getmant_ps_128, llvm::Intrinsic::x86_avx512_mask_getmant_ps_256,
      llvm::Intrinsic::x86_avx512_mask_getmant_ps_512},
     true,
     0b1000},
    {op::fraction_part,
     {llvm::Intrinsic::x86_avx512_mask_reduce_ps_128, llvm::Intrinsic::x86_avx512_mask_reduce_ps_256,
      llvm::Intrinsic::x86_avx512_mask_reduce_ps_512},
     true,
     0b1001},
    {op::rsqrt_estimate,
     {llvm::Intrinsic::x86_avx512_rsqrt14_ps_128, llvm::Intrinsic::x86_avx512_rsqrt14_ps_256,
      llvm::Intrinsic::x86_avx512_rsqrt14_ps_512},
     false},
    {op::recip_estimate,
     {llvm::Intrinsic::x86_avx512_rcp14_ps_128, llvm::Intrinsic::x86_avx512_rcp14_ps_256,
      llvm::Intrinsic::x86_avx512_rcp14_ps_512},
     false},
    {op::rsqrt_double,
     {llvm::Intrinsic::x86_avx512_rsqrt14_pd_128, llvm::Intrinsic::x86_avx512_rsqrt14_pd_256,
      llvm::Intrinsic::x86_avx512_rsqrt14_pd_512},
     false},
};

ID instruction_for(const Operation& operation, const llvm::Type& type) {
    return operation.instructions[llvm::Log2_64(type.getPrimitiveSizeInBits() / 128)];
}

// Returns the intrinsic's arguments: the operation's arguments, the immediate, the merge source, a mask of all lanes,
// and for 512 bits the rounding mode.
llvm::SmallVector<llvm::Value*, 6> arguments_for(const Operation& operation, llvm::CallInst& call,
                                                 llvm::IRBuilderBase& builder) {
    llvm::SmallVector<llvm::Value*, 6> arguments(call.args());
    const auto* type = llvm::cast<llvm::FixedVectorType>(call.getType());
    if (operation.immediate) arguments.push_back(builder.getInt32(*operation.immediate));
    arguments.push_back(llvm::Constant::getNullValue(call.getType()));
    arguments.push_back(builder.getIntN(std::max(8u, type->getNumElements()), -1));
    constexpr unsigned current_direction = 4;
    if (operation.rounds && type->getPrimitiveSizeInBits() == 512)
        arguments.push_back(builder.getInt32(current_direction));
    return arguments;
}

llvm::Value* looked_up(llvm::CallInst& call) {
    llvm::IRBuilder<> builder(&call);
    return builder.CreateIntrinsic(llvm::Intrinsic::x86_avx512_vpermi2var_pd_512, {},
                                   {call.getArgOperand(0), call.getArgOperand(2), call.getArgOperand(1)});
}

// Returns the value that replaces the call; null if the called function is no operation that this pass lowers.
llvm::Value* lowered(llvm::CallInst& call, bool has) {
    const llvm::StringRef name = operation_name(call);
    if (name == op::has_float_ops) return llvm::ConstantInt::get(call.getType(), has);
    if (name.starts_with(op::look_up_double)) return has ? looked_up(call) : llvm::PoisonValue::get(call.getType());
    for (const Operation& operation : operations) {
        if (!name.starts_with(operation.prefix)) continue;
        if (!has) return llvm::PoisonValue::get(call.getType());
        llvm::IRBuilder<> builder(&call);
        return builder.CreateIntrinsic(instruction_for(operation, *call.getType()), {},
                                       arguments_for(operation, call, builder));
    }
    return nullptr;
}

// Removes code paths that are never taken, so that InlineBuiltins measures only the size of the remaining code.
void remove_ways_not_taken(llvm::Function& function) {
    for (llvm::BasicBlock& block : function) {
        llvm::SimplifyInstructionsInBlock(&block);
        llvm::ConstantFoldTerminator(&block, /*DeleteDeadConditions=*/true);
    }
    llvm::removeUnreachableBlocks(function);
}

}  // namespace

llvm::PreservedAnalyses LowerFloatOps::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    const bool has = has_feature(function, "avx512vl") && has_feature(function, "avx512dq");
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        llvm::Value* value = call ? lowered(*call, has) : nullptr;
        if (!value) continue;
        call->replaceAllUsesWith(value);
        call->eraseFromParent();
        changed = true;
    }
    if (!changed) return llvm::PreservedAnalyses::all();
    remove_ways_not_taken(function);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
