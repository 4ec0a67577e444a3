#include "compiler/simplify/loops/scalar_replacement.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/DeadStoreElimination.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/LCSSA.h>

#include <algorithm>

#include "compiler/analysis/communication.h"
#include "compiler/analysis/fixed_values.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/passes/apply.h"
#include "compiler/limits/budget.h"
#include "compiler/simplify/loops/loop_entry.h"
#include "compiler/simplify/values/promote_variables.h"

namespace lanewise::compiler {
namespace {

using llvm::dyn_cast;
using llvm::isa;

// The accesses of a loop to one loop-invariant address.
struct Element {
    llvm::SmallVector<llvm::Instruction*, 4> accesses{};
    bool is_stored = false;
    bool is_in_header = false;         // the header contains an access, which runs even if the loop has no iteration
    bool is_accessed_in_each = false;  // at least one access runs in each iteration
    bool is_stored_in_each = false;
};

class LoopElements {
public:
    LoopElements(llvm::Loop& loop, llvm::LoopInfo& loops, llvm::DominatorTree& tree, llvm::AAResults& aliases)
        : loop_(loop), tree_(tree), aliases_(aliases), header_(*loop.getHeader()), entry_(loop, loops, tree) {}

    bool carry() {
        llvm::BasicBlock* const exit = loop_.getExitBlock();
        const auto* branch = dyn_cast<llvm::BranchInst>(header_.getTerminator());
        if (!loop_.getLoopPreheader() || !loop_.getLoopLatch() || loop_.getExitingBlock() != &header_ || !exit ||
            !exit->getSinglePredecessor() || !branch)
            return false;
        collect();
        if (all_.size() > budget::accesses_beside_carried) return false;
        unsigned carried = 0;
        for (auto& [pointer, element] : elements_)
            if (carried < budget::carried_elements && may_carry(*pointer, element)) {
                carry(*pointer, element);
                ++carried;
            }
        return carried != 0;
    }

private:
    void collect() {
        for (llvm::BasicBlock* block : loop_.blocks()) {
            const bool is_in_each = block != &header_ && tree_.dominates(block, loop_.getLoopLatch());
            for (llvm::Instruction& instruction : *block) {
                if (!instruction.mayReadOrWriteMemory()) continue;
                all_.push_back(&instruction);
                const auto* load = dyn_cast<llvm::LoadInst>(&instruction);
                const auto* store = dyn_cast<llvm::StoreInst>(&instruction);
                if (!(load && load->isSimple()) && !(store && store->isSimple())) continue;
                llvm::Value* const pointer = llvm::getLoadStorePointerOperand(&instruction);
                // Skip private memory: private variables other than arrays are SSA values already.
                if (pointer->getType()->getPointerAddressSpace() == private_space || !is_fixed(*pointer, loop_))
                    continue;
                Element& element = elements_[pointer];
                element.accesses.push_back(&instruction);
                element.is_stored |= store != nullptr;
                element.is_in_header |= block == &header_;
                element.is_accessed_in_each |= is_in_each;
                element.is_stored_in_each |= is_in_each && store;
            }
        }
    }

    bool may_carry(const llvm::Value& pointer, const Element& element) {
        llvm::Type* const type = llvm::getLoadStoreType(element.accesses.front());
        for (const llvm::Instruction* access : element.accesses)
            if (llvm::getLoadStoreType(access) != type || (isa<llvm::StoreInst>(access) && is_in_header(*access)))
                return false;
        const bool is_made = element.is_stored ? element.is_stored_in_each : element.is_accessed_in_each;
        if (!is_made && (element.is_stored || !element.is_in_header)) return false;
        if ((element.is_stored || !element.is_in_header) && !entry_.may_ask_first()) return false;
        const llvm::MemoryLocation place(&pointer,
                                         llvm::LocationSize::precise(header_.getDataLayout().getTypeStoreSize(type)));
        return llvm::all_of(all_, [&](llvm::Instruction* other) {
            if (llvm::is_contained(element.accesses, other)) return true;
            const llvm::ModRefInfo effect = aliases_.getModRefInfo(other, place);
            return element.is_stored ? !llvm::isModOrRefSet(effect) : !llvm::isModSet(effect);
        });
    }

    bool is_in_header(const llvm::Instruction& instruction) const { return instruction.getParent() == &header_; }

    void carry(llvm::Value& pointer, const Element& element) {
        llvm::Type* const type = llvm::getLoadStoreType(element.accesses.front());
        llvm::Align alignment = llvm::getLoadStoreAlignment(element.accesses.front());
        bool is_read = false, has_moved = false;
        for (const llvm::Instruction* access : element.accesses) {
            alignment = std::min(alignment, llvm::getLoadStoreAlignment(access));
            is_read |= isa<llvm::LoadInst>(access);
        }
        llvm::AllocaInst* const carried = &entry_.begin_carrying(*type, is_read, "carried");
        loop_.makeLoopInvariant(&pointer, has_moved, loop_.getLoopPreheader()->getTerminator());
        if (is_read) {
            llvm::Instruction& before = *loop_.getLoopPreheader()->getTerminator();
            llvm::IRBuilder<> builder(element.is_in_header ? &before : &entry_.where_entered(before));
            builder.CreateStore(builder.CreateAlignedLoad(type, &pointer, alignment), carried);
        }
        if (element.is_stored) {
            llvm::Instruction& after = *loop_.getExitBlock()->getFirstInsertionPt();
            llvm::IRBuilder<> builder(&entry_.where_entered(after));
            builder.CreateAlignedStore(builder.CreateLoad(type, carried), &pointer, alignment);
        }
        for (llvm::Instruction* access : element.accesses)
            access->setOperand(isa<llvm::LoadInst>(access) ? llvm::LoadInst::getPointerOperandIndex()
                                                           : llvm::StoreInst::getPointerOperandIndex(),
                               carried);
    }

    llvm::Loop& loop_;
    llvm::DominatorTree& tree_;
    llvm::AAResults& aliases_;
    llvm::BasicBlock& header_;
    llvm::MapVector<llvm::Value*, Element> elements_;
    llvm::SmallVector<llvm::Instruction*, 16> all_;  // all instructions that access memory
    LoopEntry entry_;
};

bool scalar_replacement(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    auto& tree = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
    auto& aliases = analyses.getResult<llvm::AAManager>(function);
    bool changed = false;
    const auto outer_first = loops.getLoopsInPreorder();
    for (llvm::Loop* loop : llvm::reverse(outer_first)) changed |= LoopElements(*loop, loops, tree, aliases).carry();
    return changed;
}

}  // namespace

llvm::PreservedAnalyses ScalarReplacement::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (function.hasOptNone() || may_communicate(function) ||
        !budget::has_few_loops(function, analyses, budget::analysed_loops))
        return llvm::PreservedAnalyses::all();
    llvm::FunctionPassManager before, after;
    before.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
    apply(function, analyses, std::move(before));
    if (scalar_replacement(function, analyses)) {
        analyses.invalidate(function, llvm::PreservedAnalyses::none());
        after.addPass(PromoteVariables());
        after.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
        after.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
        after.addPass(llvm::LCSSAPass());
    }
    after.addPass(llvm::DSEPass());
    apply(function, analyses, std::move(after));
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
