#include "compiler/linearize/masks/repair_ssa.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/SSAUpdaterBulk.h>

namespace lanewise::compiler {
namespace {

llvm::BasicBlock* block_of(const llvm::Use& use) {
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(user)) return phi->getIncomingBlock(use);
    return user->getParent();
}

class Repairer {
public:
    explicit Repairer(llvm::Function& function) : dominators_(function), loops_(dominators_) {}

    void add(llvm::Instruction& definition, bool is_mask);
    void run() { updater_.RewriteAndOptimizeAllUses(dominators_); }

private:
    llvm::BasicBlock* find_start(llvm::BasicBlock* block, llvm::ArrayRef<llvm::Use*> uses) const;
    llvm::BasicBlock* before(llvm::BasicBlock* block) const {
        const auto* above = dominators_.getNode(block)->getIDom();
        return above ? above->getBlock() : block;
    }

    llvm::DominatorTree dominators_;
    const llvm::LoopInfo loops_;
    llvm::SSAUpdaterBulk updater_;
};

// Finds a block that dominates the value's definition and all uses, and in which the value is not yet defined.
// SSAUpdaterBulk visits all blocks from the returned block to the uses, so the nearest suitable block is chosen. The
// block is in the same loop as the definition, so that the value of the preceding iteration is never used.
llvm::BasicBlock* Repairer::find_start(llvm::BasicBlock* block, llvm::ArrayRef<llvm::Use*> uses) const {
    const llvm::Loop* loop = loops_.getLoopFor(block);
    llvm::BasicBlock* start = block;
    for (const llvm::Use* use : uses) {
        while (loop && !loop->contains(block_of(*use))) loop = loop->getParentLoop();
        start = dominators_.findNearestCommonDominator(start, block_of(*use));
    }
    const bool is_used_there = llvm::any_of(uses, [&](const llvm::Use* use) { return block_of(*use) == start; });
    if (start == block || is_used_there) start = before(start);
    for (const llvm::Loop* inner = loops_.getLoopFor(start); inner != loop; inner = loops_.getLoopFor(start)) {
        if (!inner || !(loop ? loop->contains(inner) : true)) return loop->getHeader();
        start = before(inner->getHeader());
    }
    return start;
}

void Repairer::add(llvm::Instruction& definition, bool is_mask) {
    llvm::SmallVector<llvm::Use*, 8> uses;
    for (llvm::Use& use : definition.uses())
        if (!dominators_.dominates(&definition, use)) uses.push_back(&use);
    if (uses.empty()) return;
    llvm::BasicBlock* block = definition.getParent();
    llvm::BasicBlock* start = find_start(block, uses);
    llvm::Type* type = definition.getType();
    const unsigned variable = updater_.AddVariable(definition.getName(), type);
    updater_.AddAvailableValue(variable, start,
                               is_mask ? llvm::Constant::getNullValue(type) : llvm::PoisonValue::get(type));
    updater_.AddAvailableValue(variable, block, &definition);
    for (llvm::Use* use : uses) updater_.AddUse(variable, use);
}

}  // namespace

void repair_ssa(llvm::Function& function, const llvm::SmallPtrSetImpl<llvm::Value*>& masks) {
    llvm::SmallVector<llvm::Instruction*, 64> definitions;
    for (llvm::BasicBlock& block : function)
        for (llvm::Instruction& instruction : block)
            if (!instruction.use_empty()) definitions.push_back(&instruction);
    Repairer repairer(function);
    for (llvm::Instruction* definition : definitions) repairer.add(*definition, masks.contains(definition));
    repairer.run();
}

}  // namespace lanewise::compiler
