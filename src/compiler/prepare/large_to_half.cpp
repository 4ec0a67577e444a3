#include "compiler/prepare/large_to_half.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

namespace lanewise::compiler {
namespace {

constexpr std::int64_t beyond_half = (1 << 17) - 1;

bool may_be_too_large(const llvm::Instruction& instruction) {
    return llvm::isa<llvm::UIToFPInst, llvm::SIToFPInst>(instruction) &&
           instruction.getType()->getScalarType()->isHalfTy() &&
           instruction.getOperand(0)->getType()->getScalarSizeInBits() > 16;
}

void bound(llvm::Instruction& conversion) {
    llvm::IRBuilder<> builder(&conversion);
    llvm::Value* value = conversion.getOperand(0);
    const auto constant = [&](std::int64_t number) { return llvm::ConstantInt::getSigned(value->getType(), number); };
    if (llvm::isa<llvm::UIToFPInst>(conversion)) {
        value = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, value, constant(beyond_half));
    } else {
        value = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, value, constant(beyond_half));
        value = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, value, constant(-beyond_half));
    }
    conversion.setOperand(0, value);
}

}  // namespace

llvm::PreservedAnalyses LargeToHalf::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    llvm::SmallVector<llvm::Instruction*, 8> conversions;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (may_be_too_large(instruction)) conversions.push_back(&instruction);
    for (llvm::Instruction* conversion : conversions) bound(*conversion);
    return conversions.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
