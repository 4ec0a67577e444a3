#include "compiler/linearize/masks/agreed_conditions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

#include "compiler/ir/operations.h"

namespace lanewise::compiler {
namespace {

// Returns a value that is not among the cases of `choice`; null if the cases cover all values.
llvm::ConstantInt* named_by_no_case(const llvm::SwitchInst& choice) {
    auto* type = llvm::cast<llvm::IntegerType>(choice.getCondition()->getType());
    for (std::uint64_t number = 0; number <= choice.getNumCases(); ++number) {
        if (type->getBitWidth() < 64 && number >> type->getBitWidth()) break;
        auto* constant = llvm::ConstantInt::get(type, number);
        if (choice.findCaseValue(constant) == choice.case_default()) return constant;
    }
    return nullptr;
}

// Sets the condition of `choice` to the case value that all active lanes have. A vote for each case value finds out
// whether all active lanes have this value.
void agree(llvm::SwitchInst& choice) {
    llvm::IRBuilder<> at(&choice);
    llvm::Value* subject = choice.getCondition();
    llvm::Value* agreed = named_by_no_case(choice);
    for (auto& one : choice.cases()) {
        llvm::ConstantInt* number = one.getCaseValue();
        if (!agreed)
            agreed = number;
        else
            agreed = at.CreateSelect(create_vote(at, op::uniform, at.CreateICmpEQ(subject, number)), number, agreed);
    }
    if (agreed) choice.setCondition(agreed);
}

void agree(llvm::BranchInst& branch) {
    llvm::IRBuilder<> at(&branch);
    branch.setCondition(create_vote(at, op::uniform, branch.getCondition()));
}

}  // namespace

AgreedConditions::AgreedConditions(llvm::Function& function) : function_(function) {
    for (llvm::BasicBlock& block : function)
        for (llvm::Instruction& instruction : block)
            if (llvm::isa<llvm::SelectInst>(instruction)) chosen_before_.insert(&instruction);
}

bool AgreedConditions::is_chosen_by_mask(llvm::Value* value) {
    llvm::SmallPtrSet<llvm::Value*, 16> seen;
    llvm::SmallVector<llvm::Value*, 16> pending{value};
    while (!pending.empty()) {
        auto* instruction = llvm::dyn_cast<llvm::Instruction>(pending.pop_back_val());
        if (!instruction || (traits_of(instruction) & trait::same_in_chunk) || same_.contains(instruction)) continue;
        if (!seen.insert(instruction).second) continue;
        if (llvm::isa<llvm::SelectInst>(instruction) && !chosen_before_.contains(instruction)) return true;
        pending.append(instruction->value_op_begin(), instruction->value_op_end());
    }
    same_.insert(seen.begin(), seen.end());
    return false;
}

void AgreedConditions::wrap() {
    for (llvm::BasicBlock& block : function_) {
        llvm::Instruction* terminator = block.getTerminator();
        if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(terminator)) {
            if (is_chosen_by_mask(choice->getCondition())) agree(*choice);
        } else if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(terminator); branch && branch->isConditional()) {
            if (is_chosen_by_mask(branch->getCondition())) agree(*branch);
        }
    }
}

}  // namespace lanewise::compiler
