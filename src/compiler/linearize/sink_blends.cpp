#include "compiler/linearize/sink_blends.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/passes/preserved.h"

namespace lanewise::compiler {
namespace {

using llvm::dyn_cast;
using llvm::isa;

class Sinker {
public:
    Sinker(llvm::Function& function, const llvm::DominatorTree& dominators) : dominators_(dominators) {
        for (llvm::BasicBlock& block : function)
            for (llvm::Instruction& instruction : block) add(&instruction);
    }

    bool run() {
        bool changed = false;
        while (!selects_.empty()) changed |= sink(*selects_.pop_back_val());
        return changed;
    }

private:
    // If `value` is a select, adds this select to the selects to be moved. Selects between masks are excluded: such a
    // select represents a conjunction, and must stay in the form that linearize made.
    void add(llvm::Value* value) {
        auto* select = dyn_cast<llvm::SelectInst>(value);
        if (select && !select->getType()->isIntOrIntVectorTy(1)) selects_.push_back(select);
    }

    bool sink(llvm::SelectInst& select);
    bool can_leave_block(const llvm::SelectInst& select, const llvm::PHINode& guarded, const llvm::Value& other) const;
    void move(llvm::SelectInst& select, llvm::PHINode& guarded, bool when_true);

    const llvm::DominatorTree& dominators_;
    llvm::SmallVector<llvm::SelectInst*, 32> selects_;
};

// Whether the phi `guarded` has an incoming poison value, and the select's mask and the value `other` are available on
// all edges into the block.
bool Sinker::can_leave_block(const llvm::SelectInst& select, const llvm::PHINode& guarded,
                             const llvm::Value& other) const {
    if (guarded.getParent() != select.getParent()) return false;
    if (llvm::none_of(guarded.incoming_values(),
                      [](const llvm::Value* value) { return isa<llvm::PoisonValue>(value); }))
        return false;
    return llvm::all_of(guarded.blocks(), [&](const llvm::BasicBlock* from) {
        const llvm::Instruction* end = from->getTerminator();
        return !dominators_.dominates(guarded.getParent(), from) && dominators_.dominates(&other, end) &&
               dominators_.dominates(select.getCondition(), end);
    });
}

void Sinker::move(llvm::SelectInst& select, llvm::PHINode& guarded, bool when_true) {
    llvm::Value* other = when_true ? select.getFalseValue() : select.getTrueValue();
    auto* merged = llvm::PHINode::Create(select.getType(), guarded.getNumIncomingValues());
    merged->insertBefore(guarded.getIterator());
    llvm::SmallDenseMap<llvm::BasicBlock*, llvm::Value*, 4> taken;  // a predecessor may have several edges
    for (unsigned way = 0; way < guarded.getNumIncomingValues(); ++way) {
        llvm::BasicBlock* from = guarded.getIncomingBlock(way);
        llvm::Value* value = guarded.getIncomingValue(way);
        llvm::Value*& result = taken[from];
        if (!result && isa<llvm::PoisonValue>(value)) result = other;
        if (!result) {
            llvm::IRBuilder<> at(from->getTerminator());
            result = at.CreateSelect(select.getCondition(), when_true ? value : other, when_true ? other : value,
                                     select.getName());
            add(result);
        }
        merged->addIncoming(result, from);
    }
    merged->takeName(&select);
    select.replaceAllUsesWith(merged);
    select.eraseFromParent();
    if (guarded.use_empty()) guarded.eraseFromParent();
}

bool Sinker::sink(llvm::SelectInst& select) {
    for (const bool when_true : {true, false}) {
        auto* guarded = dyn_cast<llvm::PHINode>(when_true ? select.getTrueValue() : select.getFalseValue());
        const llvm::Value* other = when_true ? select.getFalseValue() : select.getTrueValue();
        if (!guarded || other == guarded || !can_leave_block(select, *guarded, *other)) continue;
        move(select, *guarded, when_true);
        return true;
    }
    return false;
}

}  // namespace

llvm::PreservedAnalyses SinkBlends::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (function.isDeclaration()) return llvm::PreservedAnalyses::all();
    const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
    return preserves_flow(Sinker(function, dominators).run());
}

}  // namespace lanewise::compiler
