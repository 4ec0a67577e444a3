#include "compiler/passes/values_to_memory.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Local.h>

namespace lanewise::compiler {
namespace {

bool leaves_block(const llvm::Instruction& instruction) {
    return llvm::any_of(instruction.users(), [&](const llvm::User* user) {
        return llvm::cast<llvm::Instruction>(user)->getParent() != instruction.getParent();
    });
}

}  // namespace

void values_to_memory(llvm::Function& function) {
    llvm::SmallVector<llvm::Instruction*, 64> phis, leaving;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        if (llvm::isa<llvm::PHINode>(instruction)) phis.push_back(&instruction);
        // Also of phis: what replaces one is loaded once, in its block.
        if (!llvm::isa<llvm::AllocaInst>(instruction) && leaves_block(instruction)) leaving.push_back(&instruction);
    }
    const auto place = function.getEntryBlock().getFirstInsertionPt();
    for (llvm::Instruction* value : leaving) llvm::DemoteRegToStack(*value, false, place);
    for (llvm::Instruction* phi : phis) llvm::DemotePHIToStack(llvm::cast<llvm::PHINode>(phi), place);
}

}  // namespace lanewise::compiler
