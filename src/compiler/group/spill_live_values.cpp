#include "compiler/group/spill_live_values.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include <cassert>
#include <optional>
#include <vector>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/analysis/group_values.h"
#include "compiler/analysis/invariants.h"
#include "compiler/group/context_slots.h"
#include "compiler/group/rematerialize.h"
#include "compiler/group/slot_history.h"
#include "compiler/ir/calls/called_functions.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/parts.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/memory_limits.h"

namespace lanewise::compiler {
namespace {

#ifdef NDEBUG
constexpr bool checks_slots = false;
#else
constexpr bool checks_slots = true;
#endif

llvm::SmallVector<llvm::AllocaInst*, 8> find_allocas(llvm::Function& function) {
    llvm::SmallVector<llvm::AllocaInst*, 8> allocas;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) allocas.push_back(alloca);
    return allocas;
}

std::uint64_t alloca_bytes(const llvm::AllocaInst& alloca, const llvm::DataLayout& layout) {
    return alloca.getAllocationSize(layout).value_or(llvm::TypeSize::getFixed(0)).getFixedValue();
}

std::uint64_t private_bytes(const llvm::Function& function) {
    std::uint64_t bytes = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(function))
        if (const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
            bytes += alloca_bytes(*alloca, function.getDataLayout());
    return bytes;
}

void drop_lifetime_markers(llvm::AllocaInst& alloca) {
    for (llvm::User* user : llvm::make_early_inc_range(alloca.users()))
        if (auto* call = llvm::dyn_cast<llvm::LifetimeIntrinsic>(user)) call->eraseFromParent();
}

void move_to_context(llvm::AllocaInst& alloca, ContextLayout& context, const llvm::DataLayout& layout) {
    drop_lifetime_markers(alloca);
    const std::uint64_t offset = context.allocate(alloca_bytes(alloca, layout), alloca.getAlign());
    llvm::IRBuilder<> builder(&alloca);
    llvm::Value* address = create_context(builder, op::chunk_context, offset);
    address->takeName(&alloca);
    alloca.replaceAllUsesWith(address);
    alloca.eraseFromParent();
}

void place_private_arrays(llvm::Function& function, bool has_barriers, ContextLayout& context) {
    const llvm::DataLayout& layout = function.getParent()->getDataLayout();
    const auto allocas = find_allocas(function);
    const std::uint64_t bytes = private_bytes(function);
    const auto of_item = [&](const llvm::Function& one) {
        return &one == &function || is_called_function(one) ? private_bytes(one) : 0;
    };
    set_number_fact(function, fact::private_bytes, deepest_chain(function, of_item));
    if (function.hasFnAttribute(fact::waits))
        return;  // arrays stay on the stack, since each chunk has a stack of its own
    if (!has_barriers && bytes <= limit::stack_bytes) return;
    for (llvm::AllocaInst* alloca : allocas) move_to_context(*alloca, context, layout);
}

// Returns the block in which a use reads its value; if the user is a phi, the incoming block.
llvm::BasicBlock* use_block(const llvm::Use& use) {
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(user)) return phi->getIncomingBlock(use);
    return user->getParent();
}

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 8>;
using Entries = llvm::SmallVector<llvm::BasicBlock*, 4>;

// A phi at the start of a region, and the slot that replaces the phi. The phi's value differs between chunks. Each
// incoming value is stored to the slot at the end of the predecessor or, if possible, already in the region that
// computes the value.
struct SpilledPhi {
    llvm::PHINode* phi;
    Slot slot;
};

class Spiller {
public:
    Spiller(llvm::Function& chunk, ContextLayout& context) : chunk_(chunk), context_(context) {}

    void run() {
        fold_trivial_phis();
        analyse();
        choose_early_stores();
        if (split_edges_to_phis()) analyse();
        spill_phis();
        spill_values();
        assert(history_.is_right(chunk_));
        drop_dead_reloads();
    }

private:
    using Reloads = llvm::SmallMapVector<llvm::BasicBlock*, llvm::Value*, 4>;
    struct Crossing {
        llvm::Instruction* value;
        Entries entries;  // entries of the regions that need the value after a barrier
        bool simple;      // whether a use and the reload that provides its value are always in the same region
    };

    void analyse();
    void fold_trivial_phis();
    void choose_early_stores();
    bool split_edges_to_phis();
    llvm::SmallVector<llvm::PHINode*, 8> own_phis() const;
    void spill_phis();
    llvm::Instruction* find_early(llvm::PHINode& phi);
    bool ends_in(const BarrierRegion& region, const llvm::Instruction& value, const llvm::PHINode& phi) const;
    bool is_needed_after(const BarrierRegion& region, llvm::PHINode& phi);
    void store_incoming(const SpilledPhi& spilled);
    void spill_values();
    bool is_in_one_region_each(const llvm::Instruction& value) const;
    Entries reading_entries(const llvm::Instruction& value) const;
    Entries live_entries(llvm::Instruction& value) const;
    void carry(const Crossing& crossing);
    void store_in_region(const Slot& slot, llvm::Instruction& value);
    void store(const Slot& slot, llvm::Value* value, llvm::IRBuilderBase& builder);
    void replace_uses(llvm::Instruction& value, const Reloads& reloads) const;
    void rewrite_uses(llvm::Instruction& value, const Reloads& reloads);
    void drop_dead_reloads();

    llvm::Function& chunk_;
    ContextLayout& context_;
    BarrierRegions regions_;
    std::optional<GroupValues> values_;
    std::optional<llvm::DominatorTree> dominators_;
    llvm::DenseMap<const llvm::PHINode*, llvm::Instruction*> early_;  // incoming values stored where they are computed
    llvm::SmallPtrSet<const llvm::Instruction*, 8> early_values_;     // the incoming values in `early_`
    llvm::DenseMap<const llvm::Instruction*, Slot> homes_;            // value -> its slot, if it has one already
    llvm::SmallPtrSet<const llvm::Instruction*, 8> stored_;           // values whose stores exist already
    llvm::SmallVector<llvm::WeakVH, 32> reloads_;
    SlotHistory history_;                // used only if `checks_slots`
    std::uint64_t followed_blocks_ = 0;  // number of blocks that the search for early stores visited
};

void Spiller::analyse() {
    regions_ = find_barrier_regions(chunk_);
    values_.emplace(chunk_, regions_);
    dominators_.emplace(chunk_);
}

// Replaces phis that can have only one value, such as LCSSA phis, by this value. Otherwise the value would get a second
// slot.
void Spiller::fold_trivial_phis() {
    const llvm::DominatorTree dominators(chunk_);
    llvm::SmallVector<llvm::WeakVH, 32> pending;
    for (llvm::BasicBlock& block : chunk_)
        for (llvm::PHINode& phi : block.phis()) pending.push_back(&phi);
    while (!pending.empty()) {
        auto* phi = llvm::dyn_cast_or_null<llvm::PHINode>(static_cast<llvm::Value*>(pending.pop_back_val()));
        llvm::Value* value = phi ? phi->hasConstantValue() : nullptr;
        if (!value || value == phi || llvm::isa<llvm::UndefValue>(value)) continue;
        if (llvm::isa<llvm::Instruction>(value) && !dominators.dominates(value, phi)) continue;
        for (llvm::User* user : phi->users())
            if (llvm::isa<llvm::PHINode>(user)) pending.push_back(user);
        phi->replaceAllUsesWith(value);
        phi->eraseFromParent();
    }
}

// Returns the phis at the starts of regions, except phis whose value all chunks share.
llvm::SmallVector<llvm::PHINode*, 8> Spiller::own_phis() const {
    llvm::SmallVector<llvm::PHINode*, 8> result;
    for (const BarrierRegion& region : regions_.regions)
        for (llvm::PHINode& phi : region.entry->phis())
            if (!values_->is_uniform(&phi)) result.push_back(&phi);
    return result;
}

void Spiller::choose_early_stores() {
    for (llvm::PHINode* phi : own_phis())
        if (llvm::Instruction* early = find_early(*phi)) {
            early_[phi] = early;
            early_values_.insert(early);
        }
}

// Splits edges to phis. A phi's value is then stored in a block whose only successor is the block of the phi. Returns
// true if any edge was split.
bool Spiller::split_edges_to_phis() {
    bool any = false;
    for (llvm::PHINode* phi : own_phis()) {
        llvm::SmallVector<llvm::BasicBlock*, 4> sources(phi->blocks());
        for (llvm::BasicBlock* source : sources) {
            const bool is_early = early_.lookup(phi) == phi->getIncomingValueForBlock(source);
            if (is_early || source->getSingleSuccessor()) continue;
            any |= llvm::SplitEdge(source, phi->getParent()) != nullptr;
        }
    }
    return any;
}

// True if `region` computes `value`, and only `phi` reads `value` outside of this region.
bool Spiller::ends_in(const BarrierRegion& region, const llvm::Instruction& value, const llvm::PHINode& phi) const {
    return llvm::all_of(value.uses(), [&](const llvm::Use& use) {
        return use.getUser() == &phi || regions_.only_region.lookup(use_block(use)) == &region;
    });
}

// True if a region after `region` reads the old value of `phi` before the phi gets a new value.
bool Spiller::is_needed_after(const BarrierRegion& region, llvm::PHINode& phi) {
    Blocks reachable;
    llvm::SmallVector<const llvm::BasicBlock*, 16> pending;
    const auto follow = [&](const llvm::BasicBlock* block) {
        for (const llvm::BasicBlock* successor : llvm::successors(block))
            if (successor != phi.getParent() && reachable.insert(successor).second) pending.push_back(successor);
    };
    for (const llvm::BasicBlock* exit : region.exits) follow(exit);
    while (!pending.empty()) follow(pending.pop_back_val());
    followed_blocks_ += reachable.size();
    return llvm::any_of(live_entries(phi), [&](llvm::BasicBlock* entry) { return reachable.contains(entry); });
}

llvm::Instruction* Spiller::find_early(llvm::PHINode& phi) {
    if (followed_blocks_ > budget::followed_blocks) return nullptr;
    for (llvm::Value* incoming : phi.incoming_values()) {
        auto* value = llvm::dyn_cast<llvm::Instruction>(incoming);
        if (!value || values_->is_uniform(value) || early_values_.contains(value)) continue;
        const BarrierRegion* region = regions_.only_region.lookup(value->getParent());
        if (!region || region->entry == phi.getParent()) continue;
        if (llvm::isa<llvm::PHINode>(value) && value->getParent() == region->entry) continue;
        if (!dominators_->dominates(phi.getParent(), value->getParent())) continue;
        if (ends_in(*region, *value, phi) && !is_needed_after(*region, phi)) return value;
    }
    return nullptr;
}

void Spiller::spill_phis() {
    std::vector<SpilledPhi> spilled;
    for (llvm::PHINode* phi : own_phis()) spilled.push_back({phi, Slot(phi->getType(), context_, chunk_)});
    for (const SpilledPhi& one : spilled) {
        llvm::IRBuilder<> builder(one.phi->getParent(), one.phi->getParent()->getFirstInsertionPt());
        auto* load = llvm::cast<llvm::Instruction>(one.slot.load(builder, one.phi->getName() + ".reload"));
        one.phi->replaceAllUsesWith(load);
        const bool may_be_undefined = llvm::any_of(one.phi->incoming_values(), llvm::IsaPred<llvm::UndefValue>);
        if (checks_slots) history_.merge(*load, one.slot.offset(), may_be_undefined);
        homes_.try_emplace(load, one.slot);
        stored_.insert(load);
        reloads_.push_back(load);
    }
    for (const SpilledPhi& one : spilled) store_incoming(one);
    for (const SpilledPhi& one : spilled) one.phi->eraseFromParent();
}

void Spiller::store_incoming(const SpilledPhi& spilled) {
    llvm::Instruction* early = early_.lookup(spilled.phi);
    llvm::SmallPtrSet<llvm::BasicBlock*, 4> done;
    for (unsigned i = 0; i < spilled.phi->getNumIncomingValues(); ++i) {
        llvm::Value* value = spilled.phi->getIncomingValue(i);
        llvm::BasicBlock* source = spilled.phi->getIncomingBlock(i);
        if (llvm::isa<llvm::UndefValue>(value) || value == early || !done.insert(source).second) continue;
        llvm::IRBuilder<> builder(source->getTerminator());
        store(spilled.slot, value, builder);
    }
    if (!early) return;
    store_in_region(spilled.slot, *early);
    homes_.try_emplace(early, spilled.slot);
    stored_.insert(early);
}

// Returns the entries of regions at which `value` is live. They are found by a search backwards from the uses.
Entries Spiller::live_entries(llvm::Instruction& value) const {
    Entries result;
    llvm::SmallPtrSet<llvm::BasicBlock*, 16> visited;
    llvm::SmallVector<llvm::BasicBlock*, 16> pending;
    for (const llvm::Use& use : value.uses()) pending.push_back(use_block(use));
    while (!pending.empty()) {
        llvm::BasicBlock* block = pending.pop_back_val();
        if (block == value.getParent() || !visited.insert(block).second) continue;
        if (regions_.starts.contains(block)) result.push_back(block);
        pending.append(llvm::pred_begin(block), llvm::pred_end(block));
    }
    return result;
}

void Spiller::spill_values() {
    std::vector<Crossing> crossings;
    for (llvm::Instruction& value : llvm::instructions(chunk_)) {
        if (value.getType()->isVoidTy() || value.use_empty() || values_->is_uniform(&value)) continue;
        Crossing crossing{&value, {}, is_in_one_region_each(value)};
        crossing.entries = crossing.simple ? reading_entries(value) : live_entries(value);
        if (!crossing.entries.empty()) crossings.push_back(std::move(crossing));
    }
    for (const Crossing& crossing : crossings) carry(crossing);
}

// True if the block of the value and the block of each use belong to only one region each.
bool Spiller::is_in_one_region_each(const llvm::Instruction& value) const {
    return regions_.only_region.lookup(value.getParent()) && llvm::all_of(value.uses(), [&](const llvm::Use& use) {
               return regions_.only_region.lookup(use_block(use)) != nullptr;
           });
}

// Returns the entries of those regions that read `value` but do not compute it. Reloads at the entries suffice, since
// an entry dominates its region.
Entries Spiller::reading_entries(const llvm::Instruction& value) const {
    llvm::SmallSetVector<llvm::BasicBlock*, 4> result;
    const BarrierRegion* own = regions_.only_region.lookup(value.getParent());
    for (const llvm::Use& use : value.uses())
        if (const BarrierRegion* region = regions_.only_region.lookup(use_block(use)); region != own)
            result.insert(region->entry);
    return Entries(result.begin(), result.end());
}

void Spiller::carry(const Crossing& crossing) {
    llvm::Instruction& value = *crossing.value;
    const auto is_available = [&](const llvm::Value* operand) { return values_->is_uniform(operand); };
    const auto home = homes_.find(&value);
    std::optional<Slot> slot;
    if (home != homes_.end())
        slot = home->second;
    else if (!can_rematerialize(value, is_available))
        slot.emplace(value.getType(), context_, chunk_);
    Reloads reloads;
    for (llvm::BasicBlock* entry : crossing.entries) {
        llvm::IRBuilder<> builder(entry, entry->getFirstInsertionPt());
        reloads[entry] =
            slot ? slot->load(builder, value.getName() + ".reload") : rematerialize(value, is_available, builder);
        if (!slot) continue;
        reloads_.push_back(reloads[entry]);
        if (checks_slots) history_.reload(*llvm::cast<llvm::Instruction>(reloads[entry]), slot->offset(), value);
    }
    if (crossing.simple)
        replace_uses(value, reloads);
    else
        rewrite_uses(value, reloads);
    if (slot && stored_.insert(&value).second) store_in_region(*slot, value);
}

void Spiller::store(const Slot& slot, llvm::Value* value, llvm::IRBuilderBase& builder) {
    const llvm::StoreInst* stored = slot.store(builder, value);
    if (checks_slots) history_.save(*stored, slot.offset(), *value);
}

// Stores the value at the exits of its region if possible, so that the store is not in a loop. Otherwise stores the
// value directly after its definition.
void Spiller::store_in_region(const Slot& slot, llvm::Instruction& value) {
    const BarrierRegion* region = regions_.only_region.lookup(value.getParent());
    const bool reaches_exits =
        region && llvm::all_of(region->exits, [&](llvm::BasicBlock* exit) {
            return regions_.only_region.lookup(exit) == region && dominators_->dominates(value.getParent(), exit);
        });
    if (!reaches_exits) {
        llvm::IRBuilder<> builder(value.getParent(), *value.getInsertionPointAfterDef());
        return store(slot, &value, builder);
    }
    for (llvm::BasicBlock* exit : region->exits) {
        llvm::CallInst* meeting = meeting_at_end(*exit);
        llvm::Instruction* place = meeting ? meeting : exit->getTerminator();
        llvm::IRBuilder<> builder(place);
        store(slot, &value, builder);
    }
}

// Replaces the uses of `value` in other regions by the reloads at the entries of these regions.
void Spiller::replace_uses(llvm::Instruction& value, const Reloads& reloads) const {
    const BarrierRegion* own = regions_.only_region.lookup(value.getParent());
    for (llvm::Use& use : llvm::make_early_inc_range(value.uses()))
        if (const BarrierRegion* region = regions_.only_region.lookup(use_block(use)); region != own)
            use.set(reloads.lookup(region->entry));
}

// Replaces every use of `value` by the definition or reload that reaches it.
void Spiller::rewrite_uses(llvm::Instruction& value, const Reloads& reloads) {
    llvm::SSAUpdater updater;
    updater.Initialize(value.getType(), value.getName());
    updater.AddAvailableValue(value.getParent(), &value);
    for (const auto& [block, reload] : reloads) updater.AddAvailableValue(block, reload);
    for (llvm::Use& use : llvm::make_early_inc_range(value.uses())) {
        auto* user = llvm::cast<llvm::Instruction>(use.getUser());
        if (llvm::isa<llvm::PHINode>(user)) {
            updater.RewriteUse(use);
        } else if (const auto found = reloads.find(user->getParent()); found != reloads.end()) {
            use.set(found->second);
        } else if (user->getParent() != value.getParent()) {
            updater.RewriteUse(use);
        }
    }
}

// Removes unused reloads, so that a region without other effects needs no loop over chunks.
void Spiller::drop_dead_reloads() {
    for (llvm::WeakVH& reload : reloads_)
        if (auto* instruction = llvm::dyn_cast_or_null<llvm::Instruction>(static_cast<llvm::Value*>(reload)))
            llvm::RecursivelyDeleteTriviallyDeadInstructions(instruction);
}

// Makes the block of each vote belong to a single region, so that the vote's result is computed once for the group. If
// several regions reach a vote, a barrier is inserted before the vote. The barrier changes nothing else, since all
// work-items of the group reach the vote together anyway.
void give_votes_regions(llvm::Function& function) {
    llvm::SmallVector<llvm::CallInst*, 4> votes;
    for (const llvm::BasicBlock& block : function)
        if (llvm::CallInst* meeting = meeting_at_end(block); meeting && as_operation(meeting, op::group_or))
            votes.push_back(meeting);
    if (votes.empty()) return;
    const BarrierRegions regions = find_barrier_regions(function);
    llvm::erase_if(votes, [&](const llvm::CallInst* vote) { return regions.only_region.lookup(vote->getParent()); });
    for (llvm::CallInst* vote : votes) {
        llvm::IRBuilder<> builder(vote);
        create_barrier(builder);
    }
    if (!votes.empty()) split_blocks_at_barriers(function);
}

void prepare(llvm::Function& function) {
    ContextLayout context;
    const bool barriers = has_barriers(function);
    if (barriers) {
        split_blocks_at_barriers(function);
        give_votes_regions(function);
    }
    place_private_arrays(function, barriers, context);
    if (barriers) Spiller(function, context).run();
    assert(!barriers || nothing_lives_across_barriers(function));
    set_number_fact(function, fact::context_bytes_per_chunk, context.bytes());
}

}  // namespace

llvm::PreservedAnalyses SpillLiveValues::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    for (llvm::Function* chunk : find_chunks(module)) prepare(*chunk);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
