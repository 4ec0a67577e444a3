#include "compiler/simplify/values/values_to_memory.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Local.h>

namespace lanewise::compiler {
namespace {

// Whether the value is used in another block. A phi uses its operand at the end of a predecessor block. Even if the
// operand and the phi are in the same block, this predecessor may be another block.
bool leaves_block(const llvm::Instruction& instruction) {
    return llvm::any_of(instruction.uses(), [&](const llvm::Use& use) {
        const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
        const auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
        return user->getParent() != instruction.getParent() ||
               (phi && phi->getIncomingBlock(use) != instruction.getParent());
    });
}

}  // namespace

std::size_t count_values_that_leave(const llvm::Function& function) {
    return static_cast<std::size_t>(llvm::count_if(llvm::instructions(function), leaves_block));
}

llvm::SmallVector<llvm::AllocaInst*, 64> values_to_memory(llvm::Function& function) {
    llvm::SmallVector<llvm::Instruction*, 64> phis, leaving;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        if (llvm::isa<llvm::PHINode>(instruction)) phis.push_back(&instruction);
        // The variable of a phi is loaded only in the phi's block. A phi that other blocks use therefore needs a second
        // variable.
        if (!llvm::isa<llvm::AllocaInst>(instruction) && leaves_block(instruction)) leaving.push_back(&instruction);
    }
    llvm::SmallVector<llvm::AllocaInst*, 64> variables;
    const auto place = function.getEntryBlock().getFirstInsertionPt();
    for (llvm::Instruction* value : leaving) variables.push_back(llvm::DemoteRegToStack(*value, false, place));
    for (llvm::Instruction* phi : phis)
        variables.push_back(llvm::DemotePHIToStack(llvm::cast<llvm::PHINode>(phi), place));
    llvm::erase(variables, nullptr);  // null stands for a value without uses
    return variables;
}

}  // namespace lanewise::compiler
