#include "compiler/analysis/group_values.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <vector>

#include "compiler/ir/operations.h"

namespace lanewise::compiler {
namespace {

bool is_pure(const llvm::Instruction& instruction) {
    if (llvm::isa<llvm::PHINode, llvm::AllocaInst>(instruction) || instruction.isTerminator()) return false;
    const unsigned traits = traits_of(&instruction);
    if (traits & trait::of_chunk) return false;
    // Accept pure operations without a call of isSafeToSpeculativelyExecute(). This function would reject them, because
    // Clang declares pure operations without `speculatable`, and with result attributes that make a call unsafe to
    // execute speculatively.
    if (traits & trait::pure) return true;
    if (instruction.mayReadOrWriteMemory() || instruction.getType()->isVoidTy()) return false;
    return llvm::isSafeToSpeculativelyExecute(&instruction);
}

bool is_fixed(const llvm::Value* value) { return llvm::isa<llvm::Constant, llvm::Argument, llvm::BasicBlock>(value); }

}  // namespace

bool GroupValues::is_uniform(const llvm::Value* value) const {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    return instruction ? uniform_.contains(instruction) : is_fixed(value);
}

bool GroupValues::is_hoisted(const llvm::Value* value) const {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    return instruction ? hoisted_.contains(instruction) : is_fixed(value);
}

// True if every chunk runs `block`: all paths through the region of `block` to an exit of the region pass through
// `block`.
bool GroupValues::runs_in_every_chunk(const llvm::BasicBlock& block) const {
    const BarrierRegion* region = regions_.only_region.lookup(&block);
    return region && llvm::all_of(region->exits,
                                  [&](const llvm::BasicBlock* exit) { return dominators_.dominates(&block, exit); });
}

bool GroupValues::may_be_uniform(const llvm::Instruction& instruction) const {
    const BarrierRegion* region = regions_.only_region.lookup(instruction.getParent());
    if (!region) return false;
    if (llvm::isa<llvm::PHINode>(instruction)) return instruction.getParent() == region->entry;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->isSimple();
    return is_pure(instruction) || as_operation(&instruction, op::group_or);
}

// True if all values of the phi are uniform, and all edges from the same region have the same value.
bool GroupValues::phi_stays(const llvm::PHINode& phi) const {
    llvm::DenseMap<const BarrierRegion*, const llvm::Value*> value_from;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
        const llvm::Value* value = phi.getIncomingValue(i);
        if (!is_uniform(value)) return false;
        const BarrierRegion* from = regions_.only_region.lookup(phi.getIncomingBlock(i));
        if (!from || value_from.try_emplace(from, value).first->second != value) return false;
    }
    return true;
}

bool GroupValues::stays_uniform(const llvm::Instruction& instruction) const {
    if (hoisted_.contains(&instruction) || as_operation(&instruction, op::group_or)) return true;
    if (llvm::isa<llvm::PHINode>(instruction) || !common_.contains(instruction.getParent())) return false;
    return llvm::all_of(instruction.operands(), [&](const llvm::Use& use) { return is_uniform(use.get()); });
}

bool GroupValues::stays_hoisted(const llvm::Instruction& instruction) const {
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) return phi_stays(*phi);
    if (instruction.mayReadFromMemory() || as_operation(&instruction, op::group_or)) return false;
    const BarrierRegion* region = regions_.only_region.lookup(instruction.getParent());
    return llvm::all_of(instruction.operands(), [&](const llvm::Use& use) {
        if (is_hoisted(use.get())) return true;
        const auto* operand = llvm::dyn_cast<llvm::Instruction>(use.get());
        return operand && uniform_.contains(operand) && regions_.only_region.lookup(operand->getParent()) != region;
    });
}

GroupValues::GroupValues(llvm::Function& chunk, const BarrierRegions& regions) : regions_(regions), dominators_(chunk) {
    std::vector<const llvm::Instruction*> candidates;
    for (const llvm::Instruction& instruction : llvm::instructions(chunk))
        if (may_be_uniform(instruction)) candidates.push_back(&instruction);
    for (const llvm::BasicBlock& block : chunk)
        if (runs_in_every_chunk(block)) common_.insert(&block);
    uniform_.insert_range(candidates);
    hoisted_.insert_range(candidates);
    take_back(std::move(candidates));
}

// Removes values from `hoisted_` and `uniform_` until both sets are consistent. Checks the users of a removed value
// again.
void GroupValues::take_back(std::vector<const llvm::Instruction*> candidates) {
    std::reverse(candidates.begin(), candidates.end());
    while (!candidates.empty()) {
        const llvm::Instruction* candidate = candidates.back();
        candidates.pop_back();
        bool changed = hoisted_.contains(candidate) && !stays_hoisted(*candidate) && hoisted_.erase(candidate);
        changed |= uniform_.contains(candidate) && !stays_uniform(*candidate) && uniform_.erase(candidate);
        if (!changed) continue;
        for (const llvm::User* user : candidate->users())
            if (uniform_.contains(llvm::cast<llvm::Instruction>(user)))
                candidates.push_back(llvm::cast<llvm::Instruction>(user));
    }
}

}  // namespace lanewise::compiler
