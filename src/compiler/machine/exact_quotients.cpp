#include "compiler/machine/exact_quotients.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/passes/preserved.h"
#include "compiler/target/target_features.h"

namespace lanewise::compiler {
namespace {

constexpr unsigned whole_register = 16;  // number of floats in a 512-bit register

bool has_better_estimate(const llvm::Function& function) {
    return has_feature(function, "avx512f") &&
           function.getFnAttribute("prefer-vector-width").getValueAsString() == "512";
}

}  // namespace

llvm::PreservedAnalyses ExactQuotients::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    const bool better = has_better_estimate(function);
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        if (instruction.getOpcode() != llvm::Instruction::FDiv || !instruction.hasAllowReciprocal()) continue;
        const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
        if (better && type && type->getNumElements() % whole_register == 0) continue;
        instruction.setHasAllowReciprocal(false);
        changed = true;
    }
    return preserves_flow(changed);
}

}  // namespace lanewise::compiler
