#include "compiler/linearize/join_arms.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "compiler/analysis/copy_value.h"
#include "compiler/ir/passes/apply.h"
#include "compiler/limits/budget.h"

namespace lanewise::compiler {
namespace {

// Returns the last store of `block` if no instruction after this store reads memory or has side effects; otherwise
// null.
llvm::StoreInst* last_store(llvm::BasicBlock& block) {
    for (llvm::Instruction& instruction : llvm::drop_begin(llvm::reverse(block))) {
        if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return store->isSimple() ? store : nullptr;
        if (instruction.mayHaveSideEffects() || instruction.mayReadFromMemory()) return nullptr;
    }
    return nullptr;
}

// Whether the same operations on the same values compute the values `a` and `b`, and all these operations can be copied
// to another block.
bool is_same(const llvm::Value& a, const llvm::Value& b, unsigned depth = 0) {
    if (&a == &b) return true;
    const auto *first = llvm::dyn_cast<llvm::Instruction>(&a), *second = llvm::dyn_cast<llvm::Instruction>(&b);
    if (!first || !second || depth == budget::address_depth || !is_copyable(*first) ||
        !first->isSameOperationAs(second) || !first->hasSameSubclassOptionalData(second))
        return false;
    for (unsigned i = 0; i < first->getNumOperands(); ++i)
        if (!is_same(*first->getOperand(i), *second->getOperand(i), depth + 1)) return false;
    return true;
}

// Returns the predecessors of `join` if there are exactly two, each leads only to `join`, and neither is a latch.
std::optional<std::pair<llvm::BasicBlock*, llvm::BasicBlock*>> arms_of(llvm::BasicBlock& join,
                                                                       const llvm::DominatorTree& dominators) {
    llvm::SmallVector<llvm::BasicBlock*, 2> arms;
    for (llvm::BasicBlock* arm : llvm::predecessors(&join)) {
        if (arms.size() == 2 || arm->getSingleSuccessor() != &join || dominators.dominates(&join, arm))
            return std::nullopt;
        arms.push_back(arm);
    }
    if (arms.size() != 2 || arms[0] == arms[1]) return std::nullopt;
    return std::pair(arms[0], arms[1]);
}

bool join_last_stores(llvm::BasicBlock& join, llvm::BasicBlock& one, llvm::BasicBlock& other,
                      const llvm::DominatorTree& dominators) {
    llvm::StoreInst *first = last_store(one), *second = last_store(other);
    if (!first || !second || first->getValueOperand()->getType() != second->getValueOperand()->getType() ||
        !is_same(*first->getPointerOperand(), *second->getPointerOperand()))
        return false;
    llvm::IRBuilder<> builder(&join, join.getFirstInsertionPt());
    CopiedValues made;
    const auto is_there = [&](llvm::Instruction& instruction) -> std::optional<llvm::Value*> {
        if (!dominators.dominates(instruction.getParent(), &join)) return std::nullopt;
        return &instruction;
    };
    llvm::Value* place = copy_value(builder, *first->getPointerOperand(), is_there, made);
    if (!place) return false;
    llvm::Value* value = first->getValueOperand();
    if (value != second->getValueOperand()) {
        llvm::PHINode* either = llvm::PHINode::Create(value->getType(), 2, "of_arm", join.begin());
        either->addIncoming(value, &one);
        either->addIncoming(second->getValueOperand(), &other);
        value = either;
    }
    llvm::StoreInst* both = builder.CreateAlignedStore(value, place, std::min(first->getAlign(), second->getAlign()));
    both->setAAMetadata(first->getAAMetadata().merge(second->getAAMetadata()));
    for (llvm::StoreInst* store : {first, second}) {
        llvm::Value* address = store->getPointerOperand();
        store->eraseFromParent();
        llvm::RecursivelyDeleteTriviallyDeadInstructions(address);
    }
    return true;
}

}  // namespace

llvm::PreservedAnalyses JoinArms::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
    bool is_changed = false;
    for (llvm::BasicBlock& join : function)
        if (const auto arms = arms_of(join, dominators))
            while (join_last_stores(join, *arms->first, *arms->second, dominators)) is_changed = true;
    if (!is_changed) return llvm::PreservedAnalyses::all();
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SimplifyCFGPass());
    apply(function, analyses, std::move(passes));
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
