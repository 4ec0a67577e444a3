#include "compiler/prepare/safe_division.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

namespace lanewise::compiler {
namespace {

bool is_division(const llvm::Instruction& instruction) { return instruction.isIntDivRem(); }

bool is_signed(const llvm::Instruction& division) {
    return division.getOpcode() == llvm::Instruction::SDiv || division.getOpcode() == llvm::Instruction::SRem;
}

// Whether the divisor is a scalar constant other than 0 and -1, so that the division needs no guard.
bool is_safe_divisor(const llvm::Value* divisor) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(divisor);
    return constant && !constant->isZero() && !constant->isMinusOne();
}

void guard(llvm::Instruction& division) {
    llvm::IRBuilder<> builder(&division);
    llvm::Value* dividend = division.getOperand(0);
    llvm::Value* divisor = division.getOperand(1);
    llvm::Type* type = divisor->getType();
    if (is_signed(division)) {
        // Change the dividend and not the divisor, so that a divisor that all work-items share stays uniform.
        const llvm::APInt lowest = llvm::APInt::getSignedMinValue(type->getScalarSizeInBits());
        llvm::Value* overflows =
            builder.CreateAnd(builder.CreateICmpEQ(divisor, llvm::Constant::getAllOnesValue(type)),
                              builder.CreateICmpEQ(dividend, llvm::ConstantInt::get(type, lowest)));
        llvm::Value* next = llvm::ConstantInt::get(type, lowest + 1);
        division.setOperand(0, builder.CreateSelect(overflows, next, dividend, "safe_dividend"));
    }
    llvm::Value* one = llvm::ConstantInt::get(type, 1);
    division.setOperand(1, builder.CreateSelect(builder.CreateIsNull(divisor), one, divisor, "safe_divisor"));
}

}  // namespace

llvm::PreservedAnalyses SafeDivision::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    llvm::SmallVector<llvm::Instruction*, 8> divisions;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (is_division(instruction) && !is_safe_divisor(instruction.getOperand(1))) divisions.push_back(&instruction);
    for (llvm::Instruction* division : divisions) guard(*division);
    return divisions.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
