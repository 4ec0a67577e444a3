// Instructions that compute nothing, and only inform or restrict the optimizer: OpExpectKHR, OpAssumeTrueKHR,
// OpLifetimeStart, OpLifetimeStop and OpArithmeticFenceEXT.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include "compiler/spirv/instructions/elementwise.h"
#include "compiler/spirv/instructions/instruction_table.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;
using spirv::Op;

// LLVM's intrinsic llvm.expect exists only for scalars, so the hint is dropped for vectors.
llvm::Value* expect(Body& body, const Instruction& instruction) {
    llvm::Value* value = body.integer(instruction, 0);
    llvm::Value* expected = body.integer(instruction, 1);
    require_equal_types(body, instruction, value, expected);
    if (value->getType()->isVectorTy()) return value;
    return body.builder.CreateIntrinsic(llvm::Intrinsic::expect, {value->getType()}, {value, expected});
}

llvm::Value* assume(Body& body, const Instruction& instruction) {
    llvm::Value* condition = body.integer(instruction, 0);
    body.all.require(condition->getType()->isIntegerTy(1), instruction, "the condition is no bool");
    body.builder.CreateAssumption(condition);
    return nullptr;
}

// LLVM's lifetime intrinsics exist only for local variables (alloca). The lifetimes of all other objects are ignored.
llvm::Value* lifetime(Body& body, const Instruction& instruction) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(body.pointer(instruction, 0)->stripPointerCasts());
    if (!variable) return nullptr;
    if (instruction.op == Op::LifetimeStart)
        body.builder.CreateLifetimeStart(variable);
    else
        body.builder.CreateLifetimeEnd(variable);
    return nullptr;
}

llvm::Value* arithmetic_fence(Body& body, const Instruction& instruction) {
    llvm::Value* number = body.floating(instruction, 0);
    return body.builder.CreateIntrinsic(llvm::Intrinsic::arithmetic_fence, {number->getType()}, {number});
}

constexpr TranslationRow rows[] = {
    {Op::ExpectKHR, expect},
    {Op::AssumeTrueKHR, assume},
    {Op::LifetimeStart, lifetime},
    {Op::LifetimeStop, lifetime},
    {Op::ArithmeticFenceEXT, arithmetic_fence},
};

}  // namespace

std::span<const TranslationRow> hint_rows() { return rows; }

}  // namespace lanewise::compiler::il
