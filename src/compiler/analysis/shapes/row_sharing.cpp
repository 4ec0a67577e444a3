#include "compiler/analysis/shapes/row_sharing.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/operations.h"

namespace lanewise::compiler {
namespace {

bool is_row_id(const llvm::CallInst& call) {
    if (!(traits_of(&call) & trait::id)) return false;
    const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
    return !dimension || dimension->isOne();
}

bool is_vote(const llvm::Instruction& instruction) { return traits_of(&instruction) & trait::vote; }

// True if the result differs between rows even if the operands are the same in all rows.
bool is_own(const llvm::Instruction& instruction) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return !load->isSimple();
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
        if (is_row_id(*call)) return true;
        return !is_vote(*call) && !call->doesNotAccessMemory();
    }
    return llvm::isa<llvm::AllocaInst>(instruction) || instruction.mayReadOrWriteMemory();
}

}  // namespace

RowSharing::RowSharing(const llvm::Function& linearized) {
    llvm::SmallVector<const llvm::Instruction*, 32> pending;
    const auto add = [&](const llvm::Instruction& instruction) {
        if (own_.insert(&instruction).second) pending.push_back(&instruction);
    };
    for (const llvm::Instruction& instruction : llvm::instructions(linearized))
        if (!instruction.isTerminator() && is_own(instruction)) add(instruction);
    while (!pending.empty())
        for (const llvm::User* user : pending.pop_back_val()->users()) {
            const auto& instruction = *llvm::cast<llvm::Instruction>(user);
            if (is_vote(instruction)) continue;  // the result of a vote combines all rows
            if (instruction.isTerminator())
                shares_flow_ = false;
            else
                add(instruction);
        }
}

}  // namespace lanewise::compiler
