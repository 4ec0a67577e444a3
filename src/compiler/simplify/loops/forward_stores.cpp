#include "compiler/simplify/loops/forward_stores.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/LCSSA.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "compiler/analysis/communication.h"
#include "compiler/analysis/copy_value.h"
#include "compiler/analysis/linear_place.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/passes/apply.h"
#include "compiler/ir/space_aliasing.h"
#include "compiler/limits/budget.h"
#include "compiler/simplify/loops/loop_entry.h"
#include "compiler/simplify/values/promote_variables.h"

namespace lanewise::compiler {
namespace {

using llvm::dyn_cast;

// A load or store that runs in each iteration, with an address that changes by a constant from one iteration to the
// next.
struct Step {
    llvm::Instruction* access;
    LinearPlace place;
};

// A load of the value that `source` loaded or stored in the preceding iteration.
struct Carried {
    llvm::LoadInst* load;
    llvm::Instruction* source;
};

class LoopSteps {
public:
    LoopSteps(llvm::Loop& loop, llvm::ScalarEvolution& evolution, const llvm::DominatorTree& tree)
        : loop_(loop), evolution_(evolution), tree_(tree) {}

    std::vector<Carried> find() {
        std::vector<Carried> carried;
        if (!collect()) return carried;
        for (const Step& step : steps_) {
            auto* load = dyn_cast<llvm::LoadInst>(step.access);
            if (!load || carried.size() == budget::carried_elements) continue;
            const auto source = llvm::find_if(steps_, [&](const Step& other) {
                return other.access != load && is_next(other, step) && is_kept(*other.access, step);
            });
            if (source != steps_.end()) carried.push_back({load, source->access});
        }
        return carried;
    }

private:
    // Collects the loop's accesses. Returns false if anything except simple stores may write to memory in the loop.
    bool collect() {
        for (llvm::BasicBlock* block : loop_.blocks())
            for (llvm::Instruction& instruction : *block) {
                if (!instruction.mayReadOrWriteMemory()) continue;
                const auto* load = dyn_cast<llvm::LoadInst>(&instruction);
                const auto* store = dyn_cast<llvm::StoreInst>(&instruction);
                const bool is_simple = (load && load->isSimple()) || (store && store->isSimple());
                if (!is_simple && instruction.mayWriteToMemory()) return false;
                if (!is_simple) continue;
                auto place = place_of(instruction);
                if (store) stores_.push_back({&instruction, place});
                if (place && place->moves() && is_in_each(instruction)) steps_.push_back({&instruction, *place});
                if (steps_.size() + stores_.size() > budget::accesses_beside_carried) return false;
            }
        return !stores_.empty();
    }

    std::optional<LinearPlace> place_of(const llvm::Instruction& access) const {
        llvm::Value& pointer = const_cast<llvm::Value&>(*llvm::getLoadStorePointerOperand(&access));
        if (pointer.getType()->getPointerAddressSpace() == private_space) return std::nullopt;
        return LinearPlace::of(pointer, loop_, evolution_);
    }

    bool is_in_each(const llvm::Instruction& access) const {
        return access.getParent() != loop_.getHeader() && tree_.dominates(access.getParent(), loop_.getLoopLatch());
    }

    // Whether `load` accesses the address that `source` accessed in the preceding iteration.
    bool is_next(const Step& source, const Step& load) const {
        if (llvm::getLoadStoreType(source.access) != load.access->getType()) return false;
        if (!llvm::isa<llvm::StoreInst>(source.access) && !is_beside_store(*source.access)) return false;
        return source.place.before().distance_from(load.place) == 0;
    }

    bool is_beside_store(const llvm::Instruction& load) const {
        return llvm::any_of(stores_, [&](const auto& store) { return !are_apart(load, *store.first); });
    }

    // Whether no other store between `source` and `load` may write to the address of `load`.
    bool is_kept(const llvm::Instruction& source, const Step& load) const {
        return llvm::all_of(stores_, [&](const auto& each) {
            const auto& [store, place] = each;
            if (are_apart(*load.access, *store)) return true;
            if (!place || !is_in_each(*store)) return false;
            const std::int64_t bytes = std::max(bytes_of(*store), bytes_of(*load.access));
            const auto misses = [&](const std::optional<std::int64_t>& distance) {
                return distance && std::abs(*distance) >= bytes;
            };
            const bool comes_after = tree_.dominates(load.access, store);
            return (comes_after || misses(place->distance_from(load.place))) &&
                   (store == &source || misses(place->before().distance_from(load.place)));
        });
    }

    static std::int64_t bytes_of(const llvm::Instruction& access) {
        return static_cast<std::int64_t>(access.getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&access)));
    }

    llvm::Loop& loop_;
    llvm::ScalarEvolution& evolution_;
    const llvm::DominatorTree& tree_;
    std::vector<Step> steps_;
    std::vector<std::pair<llvm::Instruction*, std::optional<LinearPlace>>> stores_;  // all stores
};

// Emits code that runs before the loop and computes the value of `pointer` in the first iteration. Returns null if this
// value can be computed only in the loop.
llvm::Value* place_in_first(llvm::Value& pointer, const llvm::Loop& loop) {
    const auto substitute = [&](llvm::Instruction& instruction) -> std::optional<llvm::Value*> {
        if (!loop.contains(&instruction)) return &instruction;
        auto* phi = dyn_cast<llvm::PHINode>(&instruction);
        if (!phi || phi->getParent() != loop.getHeader()) return std::nullopt;
        return phi->getIncomingValueForBlock(loop.getLoopPreheader());
    };
    llvm::IRBuilder<> builder(loop.getLoopPreheader()->getTerminator());
    CopiedValues made;
    return copy_value(builder, pointer, substitute, made);
}

bool carry(const Carried& carried, llvm::Loop& loop, LoopEntry& entry) {
    llvm::Value* const place = place_in_first(*carried.load->getPointerOperand(), loop);
    if (!place) return false;
    llvm::Type* const type = carried.load->getType();
    llvm::AllocaInst& last = entry.begin_carrying(*type, /*is_read=*/true, "last");
    llvm::IRBuilder<> builder(&entry.where_entered(*loop.getLoopPreheader()->getTerminator()));
    builder.CreateStore(builder.CreateAlignedLoad(type, place, carried.load->getAlign()), &last);
    // Set the variable at the end of the iteration, after all loads that still need the value of the preceding
    // iteration.
    llvm::IRBuilder<> after(loop.getLoopLatch()->getTerminator());
    auto* const store = dyn_cast<llvm::StoreInst>(carried.source);
    after.CreateStore(store ? store->getValueOperand() : static_cast<llvm::Value*>(carried.source), &last);
    carried.load->setOperand(llvm::LoadInst::getPointerOperandIndex(), &last);
    return true;
}

bool forward_stores(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    auto& tree = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
    auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    bool changed = false;
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
        if (!loop->isInnermost() || !loop->getLoopPreheader() || !loop->getLoopLatch() ||
            loop->getExitingBlock() != loop->getHeader() ||
            !llvm::isa<llvm::BranchInst>(loop->getHeader()->getTerminator()))
            continue;
        LoopEntry entry(*loop, loops, tree);
        if (!entry.may_ask_first()) continue;
        const std::vector<Carried> found = LoopSteps(*loop, evolution, tree).find();
        for (const Carried& each : found) changed |= carry(each, *loop, entry);
        if (!found.empty()) evolution.forgetLoop(loop);
    }
    return changed;
}

}  // namespace

llvm::PreservedAnalyses ForwardStores::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (function.hasOptNone() || may_communicate(function) ||
        !budget::has_few_loops(function, analyses, budget::analysed_loops) || !forward_stores(function, analyses))
        return llvm::PreservedAnalyses::all();
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    llvm::FunctionPassManager after;
    after.addPass(PromoteVariables());
    after.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
    after.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
    after.addPass(llvm::LCSSAPass());
    apply(function, analyses, std::move(after));
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
