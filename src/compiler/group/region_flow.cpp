#include "compiler/group/region_flow.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cassert>
#include <vector>

#include "compiler/analysis/group_values.h"
#include "compiler/group/region_copier.h"
#include "compiler/ir/operations.h"

namespace lanewise::compiler {
namespace {

class RegionFlow {
public:
    RegionFlow(llvm::Function& chunk, llvm::Function& group, const GroupShape& shape, llvm::BasicBlock* end)
        : shape_(shape),
          end_(end),
          regions_(find_barrier_regions(chunk)),
          values_(chunk, regions_),
          copier_(chunk, group, shape, regions_) {
        for (const llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&chunk))
            positions_.try_emplace(block, static_cast<unsigned>(positions_.size()));
        find_first_alone(chunk);
        for (unsigned i = 0; i < regions_.regions.size(); ++i)
            starts_.push_back(llvm::BasicBlock::Create(group.getContext(), "region." + llvm::Twine(i), &group));
    }

    void emit(llvm::IRBuilderBase& builder) {
        builder.CreateBr(starts_.front());
        for (unsigned i = 0; i < starts_.size(); ++i) {
            builder.SetInsertPoint(starts_[i]);
            emit_region(i, builder);
        }
        complete_phis();
    }

private:
    // The end of a region. If `only` is not null, the other members keep their default values.
    struct Exit {
        const llvm::BasicBlock* only = nullptr;  // the only exit block, if it leads to several regions or returns
        const llvm::BasicBlock* join = nullptr;  // the start of the only next region
        bool tells_next = false;                 // true if the chunks compute the number of the next region
    };

    void find_first_alone(llvm::Function& chunk);
    using Votes = llvm::SmallVector<std::pair<const llvm::CallInst*, llvm::Value*>, 1>;

    Votes open_votes(const BarrierRegion& region, llvm::IRBuilderBase& builder);
    void emit_region(unsigned index, llvm::IRBuilderBase& builder);
    std::vector<llvm::BasicBlock*> in_order(const BarrierRegion& region) const;
    void hoist(const BarrierRegion& region, llvm::IRBuilderBase& builder);
    Exit exit_of(const BarrierRegion& region) const;
    bool has_effects(const BarrierRegion& region) const;
    llvm::SmallVector<const llvm::Instruction*, 4> values_wanted(const BarrierRegion& region, const Exit& exit) const;
    bool is_wanted(const llvm::Instruction& value, const BarrierRegion& region) const;
    void emit_exit(const Exit& exit, const BarrierRegion& region, llvm::Value* next, llvm::IRBuilderBase& builder);
    llvm::Value* group_value(llvm::Value* value) const;
    void complete_phis();

    const GroupShape& shape_;
    llvm::BasicBlock* end_;
    BarrierRegions regions_;
    GroupValues values_;
    RegionCopier copier_;
    llvm::DenseMap<const llvm::BasicBlock*, unsigned> positions_;  // position of each block in reverse post-order
    std::vector<llvm::BasicBlock*> starts_;                        // start block of each region in the group function
    llvm::DenseMap<const llvm::BasicBlock*, unsigned> ends_;       // end block in the group function -> its region
    GroupValueMap group_values_;        // copies of hoisted and shared values of the chunk function
    std::vector<llvm::PHINode*> phis_;  // hoisted phis of the chunk function
    unsigned first_alone_ = ~0u;        // number of the first region that only diverged work-items run
};

// Finds the first region that only diverged work-items run. Regions are ordered by dominance, so this is the first
// region whose entry is dominated by the block with the call of `ocl.parted`. The block with the call may itself belong
// to several regions.
void RegionFlow::find_first_alone(llvm::Function& chunk) {
    const llvm::BasicBlock* mark = nullptr;
    for (const llvm::BasicBlock& block : chunk)
        if (llvm::any_of(block, [](const llvm::Instruction& i) { return as_operation(&i, op::parted); })) mark = &block;
    if (!mark) return;
    const llvm::DominatorTree dominators(chunk);
    for (unsigned i = 0; i < regions_.regions.size() && first_alone_ == ~0u; ++i)
        if (dominators.dominates(mark, regions_.regions[i].entry)) first_alone_ = i;
}

llvm::Value* RegionFlow::group_value(llvm::Value* value) const {
    if (auto* argument = llvm::dyn_cast<llvm::Argument>(value)) return end_->getParent()->getArg(argument->getArgNo());
    const auto known = group_values_.find(value);
    return known == group_values_.end() ? value : known->second;
}

// Returns the blocks of a region in reverse post-order, so that values come before their uses.
std::vector<llvm::BasicBlock*> RegionFlow::in_order(const BarrierRegion& region) const {
    std::vector<llvm::BasicBlock*> blocks(region.blocks.begin(), region.blocks.end());
    llvm::sort(blocks, [&](const llvm::BasicBlock* a, const llvm::BasicBlock* b) {
        return positions_.lookup(a) < positions_.lookup(b);
    });
    return blocks;
}

// Emits the hoisted instructions of a region before the region's loop over chunks.
void RegionFlow::hoist(const BarrierRegion& region, llvm::IRBuilderBase& builder) {
    for (llvm::BasicBlock* block : in_order(region)) {
        for (llvm::Instruction& instruction : *block) {
            if (!values_.is_hoisted(&instruction)) continue;
            if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
                group_values_[phi] = builder.CreatePHI(phi->getType(), phi->getNumIncomingValues(), phi->getName());
                phis_.push_back(phi);
                continue;
            }
            llvm::Instruction* copy = instruction.clone();
            for (llvm::Use& operand : copy->operands()) operand.set(group_value(operand.get()));
            builder.Insert(copy, instruction.getName());
            group_values_[&instruction] = copy;
        }
    }
}

RegionFlow::Exit RegionFlow::exit_of(const BarrierRegion& region) const {
    Exit exit;
    if (region.exits.size() == 1 &&
        (regions_.ends.contains(region.exits.front()) || llvm::succ_empty(region.exits.front()))) {
        exit.only = region.exits.front();
        return exit;
    }
    for (const llvm::BasicBlock* block : region.exits) {
        exit.tells_next |= regions_.ends.contains(block) || llvm::succ_empty(block);
        for (const llvm::BasicBlock* successor : llvm::successors(block))
            if (regions_.leaves(block, successor)) exit.join = successor;
    }
    return exit;
}

bool RegionFlow::has_effects(const BarrierRegion& region) const {
    for (const llvm::BasicBlock* block : region.blocks)
        for (const llvm::Instruction& instruction : *block) {
            if (as_operation(&instruction, op::group_or)) return true;
            if (as_operation(&instruction, op::barrier) || as_operation(&instruction, op::parted)) continue;
            if (is_pure_operation(&instruction)) continue;
            const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
            if (intrinsic && (intrinsic->isAssumeLikeIntrinsic() || intrinsic->isLifetimeStartOrEnd())) continue;
            if (instruction.mayHaveSideEffects()) return true;
        }
    return false;
}

bool RegionFlow::is_wanted(const llvm::Instruction& value, const BarrierRegion& region) const {
    return llvm::any_of(value.uses(), [&](const llvm::Use& use) {
        const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
        return values_.is_hoisted(user) || !region.blocks.contains(const_cast<llvm::BasicBlock*>(user->getParent()));
    });
}

// Returns the values that chunks compute in the region and that the group function needs after the region.
llvm::SmallVector<const llvm::Instruction*, 4> RegionFlow::values_wanted(const BarrierRegion& region,
                                                                         const Exit& exit) const {
    llvm::SmallVector<const llvm::Instruction*, 4> result;
    const auto want = [&](const llvm::Value* value) {
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
        if (!instruction || as_operation(instruction, op::group_or)) return;
        if (!group_values_.contains(instruction) && !llvm::is_contained(result, instruction))
            result.push_back(instruction);
    };
    for (const llvm::BasicBlock* block : region.blocks)
        for (const llvm::Instruction& instruction : *block)
            if (values_.is_uniform(&instruction) && is_wanted(instruction, region)) want(&instruction);
    if (exit.only)
        for (const llvm::Use& operand : exit.only->getTerminator()->operands()) want(operand.get());
    return result;
}

// For each vote that ends the region, allocates a variable in which the chunks combine the bits of their votes.
RegionFlow::Votes RegionFlow::open_votes(const BarrierRegion& region, llvm::IRBuilderBase& builder) {
    Votes votes;
    llvm::BasicBlock& entry = end_->getParent()->getEntryBlock();
    for (const llvm::BasicBlock* exit : region.exits) {
        const llvm::CallInst* call = meeting_at_end(*exit);
        if (!call || !as_operation(call, op::group_or)) continue;
        auto* total = new llvm::AllocaInst(call->getType(), 0, "votes", entry.getFirstInsertionPt());
        builder.CreateStore(llvm::Constant::getNullValue(call->getType()), total);
        copier_.collect_votes(*call, total);
        votes.emplace_back(call, total);
    }
    return votes;
}

void RegionFlow::emit_region(unsigned index, llvm::IRBuilderBase& builder) {
    const BarrierRegion& region = regions_.regions[index];
    hoist(region, builder);
    if (index == first_alone_) create_parted(builder);
    const Exit exit = exit_of(region);
    const auto wanted = values_wanted(region, exit);
    const auto votes = open_votes(region, builder);
    llvm::Value* next = nullptr;
    llvm::ValueToValueMapTy values;
    const auto emit_chunk = [&](llvm::IRBuilderBase& inner, const ChunkPosition& position) {
        next = copier_.emit(region, inner, position, group_values_, values, exit.tells_next);
    };
    if (exit.tells_next || has_effects(region))
        emit_all_chunks(builder, shape_, emit_chunk);
    else if (!wanted.empty())
        emit_first_chunk(builder, shape_, emit_chunk);
    for (const llvm::Instruction* value : wanted) group_values_[value] = values[value];
    for (auto [call, total] : votes) group_values_[call] = builder.CreateLoad(call->getType(), total, "vote");
    emit_exit(exit, region, next, builder);
    ends_[builder.GetInsertBlock()] = index;
    // Forget the copies of values that are not uniform: each region that contains the block of such a value computes
    // the value again.
    for (const llvm::Instruction* value : wanted)
        if (!values_.is_uniform(value)) group_values_.erase(value);
}

void RegionFlow::emit_exit(const Exit& exit, const BarrierRegion& region, llvm::Value* next,
                           llvm::IRBuilderBase& builder) {
    const auto start_of = [&](const llvm::BasicBlock* block) { return starts_[regions_.starts.lookup(block)]; };
    if (exit.tells_next) {
        llvm::SwitchInst* dispatch = builder.CreateSwitch(next, end_);
        llvm::SmallPtrSet<const llvm::BasicBlock*, 4> targets;
        for (const llvm::BasicBlock* block : region.exits)
            for (const llvm::BasicBlock* successor : llvm::successors(block))
                if (regions_.leaves(block, successor) && targets.insert(successor).second)
                    dispatch->addCase(builder.getInt32(regions_.starts.lookup(successor)), start_of(successor));
        return;
    }
    if (exit.join) {
        builder.CreateBr(start_of(exit.join));
        return;
    }
    if (!exit.only || llvm::succ_empty(exit.only)) {  // the kernel returns, or loops forever
        builder.CreateBr(end_);
        return;
    }
    llvm::Instruction* terminator = exit.only->getTerminator()->clone();
    for (llvm::Use& operand : terminator->operands()) {
        if (auto* block = llvm::dyn_cast<llvm::BasicBlock>(operand.get()))
            operand.set(start_of(block));
        else
            operand.set(group_value(operand.get()));
    }
    builder.Insert(terminator);
}

void RegionFlow::complete_phis() {
    for (llvm::PHINode* phi : phis_) {
        auto* made = llvm::cast<llvm::PHINode>(group_values_[phi]);
        for (llvm::BasicBlock* predecessor : llvm::predecessors(made->getParent())) {
            const auto& blocks = regions_.regions[ends_.lookup(predecessor)].blocks;
            for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
                if (!blocks.contains(phi->getIncomingBlock(i))) continue;
                made->addIncoming(group_value(phi->getIncomingValue(i)), predecessor);
                break;
            }
        }
        // Every region that leads to the block of this phi provides a value.
        assert(made->getNumIncomingValues() == llvm::pred_size(made->getParent()));
    }
}

}  // namespace

void emit_region_flow(llvm::IRBuilderBase& builder, llvm::Function& chunk, const GroupShape& shape,
                      llvm::BasicBlock* end) {
    RegionFlow(chunk, *builder.GetInsertBlock()->getParent(), shape, end).emit(builder);
}

}  // namespace lanewise::compiler
