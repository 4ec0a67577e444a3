#include "compiler/simplify/values/sink_stores.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/limits/budget.h"

namespace lanewise::compiler {
namespace {

class StoreSinker {
public:
    explicit StoreSinker(llvm::AAResults& aliases) : aliases_(aliases) {}

    bool delay(llvm::BasicBlock& block) {
        bool changed = false;
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
            auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
            if (is_private(instruction)) continue;
            if (store && may_wait(*store)) {
                if (waiting_.size() == budget::sunk_stores) changed |= make_all(instruction);
                waiting_.push_back(store);
            } else if (instruction.isTerminator() || !may_pass(instruction)) {
                changed |= make_all(instruction);
            } else {
                passed_ |= instruction.mayReadFromMemory() && !waiting_.empty();
            }
        }
        return changed;
    }

private:
    // Whether `instruction` accesses private memory. Stores in `waiting_` never write to private memory.
    static bool is_private(const llvm::Instruction& instruction) {
        const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
        return pointer && pointer->getType()->getPointerAddressSpace() == private_space && !instruction.isVolatile();
    }

    static bool may_wait(const llvm::StoreInst& store) {
        const unsigned space = store.getPointerAddressSpace();
        return store.isSimple() && (space == global_space || space == local_space);
    }

    // Whether the stores in `waiting_` may move past `instruction`.
    bool may_pass(llvm::Instruction& instruction) {
        if (!instruction.mayReadOrWriteMemory()) return llvm::isGuaranteedToTransferExecutionToSuccessor(&instruction);
        const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
        return load && load->isSimple() && llvm::none_of(waiting_, [&](const llvm::StoreInst* store) {
                   return llvm::isModSet(aliases_.getModRefInfo(store, llvm::MemoryLocation::get(load)));
               });
    }

    bool make_all(llvm::Instruction& next_one) {
        const bool moves = passed_;
        if (moves)
            for (llvm::StoreInst* store : waiting_) store->moveBefore(next_one.getIterator());
        waiting_.clear();
        passed_ = false;
        return moves;
    }

    llvm::AAResults& aliases_;
    llvm::SmallVector<llvm::StoreInst*, budget::sunk_stores> waiting_;  // stores that may move down, in program order
    bool passed_ = false;                                               // whether a load follows waiting_[0]
};

}  // namespace

llvm::PreservedAnalyses SinkStores::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    StoreSinker stores(analyses.getResult<llvm::AAManager>(function));
    bool changed = false;
    for (llvm::BasicBlock& block : function) changed |= stores.delay(block);
    if (!changed) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses preserved;
    preserved.preserveSet<llvm::CFGAnalyses>();
    return preserved;
}

}  // namespace lanewise::compiler
