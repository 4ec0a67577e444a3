#include "compiler/group/region_copier.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/ir/facts.h"
#include "compiler/ir/operations.h"

namespace lanewise::compiler {
namespace {

// Removes the incoming values of phis for blocks outside of the region, since these blocks are not copied.
void prune_phis(llvm::BasicBlock& block) {
    llvm::SmallPtrSet<llvm::BasicBlock*, 8> predecessors(llvm::pred_begin(&block), llvm::pred_end(&block));
    for (llvm::PHINode& phi : llvm::make_early_inc_range(block.phis()))
        for (int i = static_cast<int>(phi.getNumIncomingValues()) - 1; i >= 0; --i)
            if (!predecessors.contains(phi.getIncomingBlock(i))) phi.removeIncomingValue(i, /*DeletePHIIfEmpty=*/true);
}

// Copies to the map `values` those entries of `outside` that are operands of instructions in the region.
void map_outside_operands(const BarrierRegion& region, const GroupValueMap& outside, llvm::ValueToValueMapTy& values) {
    for (const llvm::BasicBlock* block : region.blocks)
        for (const llvm::Instruction& instruction : *block)
            for (const llvm::Value* operand : instruction.operands())
                if (const auto known = outside.find(operand); known != outside.end()) values[operand] = known->second;
}

// Removes copies of instructions whose values the group function already has (`outside`).
void use_outside_values(const BarrierRegion& region, const GroupValueMap& outside, llvm::ValueToValueMapTy& values) {
    for (llvm::BasicBlock* block : region.blocks)
        for (llvm::Instruction& instruction : *block) {
            const auto known = outside.find(&instruction);
            if (known == outside.end()) continue;
            auto* copy = llvm::cast<llvm::Instruction>(static_cast<llvm::Value*>(values[&instruction]));
            values[&instruction] = known->second;
            copy->replaceAllUsesWith(llvm::PoisonValue::get(copy->getType()));
            copy->eraseFromParent();
        }
}

}  // namespace

RegionCopier::RegionCopier(llvm::Function& chunk, llvm::Function& group, const GroupShape& shape,
                           const BarrierRegions& regions)
    : chunk_(chunk), group_(group), shape_(shape), regions_(regions) {}

llvm::Value* RegionCopier::emit(const BarrierRegion& region, llvm::IRBuilderBase& builder,
                                const ChunkPosition& position, const GroupValueMap& outside,
                                llvm::ValueToValueMapTy& values, bool tells_next) {
    for (llvm::Argument& argument : chunk_.args()) values[&argument] = group_.getArg(argument.getArgNo());
    map_outside_operands(region, outside, values);
    llvm::SmallVector<llvm::BasicBlock*, 16> copies;
    for (llvm::BasicBlock* block : region.blocks) {
        llvm::BasicBlock* copy = llvm::CloneBasicBlock(block, values, "", &group_);
        values[block] = copy;
        copies.push_back(copy);
    }
    builder.CreateBr(llvm::cast<llvm::BasicBlock>(values[region.entry]));
    End end{llvm::BasicBlock::Create(group_.getContext(), "region.end", &group_), nullptr};
    builder.SetInsertPoint(end.block);
    if (tells_next) end.next = builder.CreatePHI(builder.getInt32Ty(), 2, "next");
    use_outside_values(region, outside, values);
    redirect_exits(region, values, end);
    llvm::remapInstructionsInBlocks(copies, values);
    for (llvm::BasicBlock* copy : copies) prune_phis(*copy);
    for (llvm::BasicBlock* copy : copies) {
        hoist_allocas(*copy);
        lower_operations(*copy, position);
    }
    return end.next;
}

// Returns a new block that branches to `end.block` and passes the next region's number `next` to the phi `end.next`.
// Returns `end.block` itself if there is no such phi.
llvm::BasicBlock* RegionCopier::way_out(const End& end, unsigned next) {
    if (!end.next) return end.block;
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(group_.getContext(), "exit", &group_));
    builder.CreateBr(end.block);
    end.next->addIncoming(builder.getInt32(next), builder.GetInsertBlock());
    return builder.GetInsertBlock();
}

// Removes the meeting (a barrier or group vote) at the end of the copied region. For a vote, first combines the bits of
// the chunk with the bits of earlier chunks by OR.
void RegionCopier::drop_meeting(const llvm::BasicBlock& exit, llvm::BasicBlock& copy) const {
    llvm::CallInst* meeting = meeting_at_end(copy);
    if (!meeting) return;
    if (as_operation(meeting, op::group_or)) {
        llvm::IRBuilder<> builder(meeting);
        llvm::Value* total = totals_.lookup(meeting_at_end(exit));
        llvm::Value* before = builder.CreateLoad(meeting->getType(), total);
        builder.CreateStore(builder.CreateOr(before, meeting->getArgOperand(0)), total);
        meeting->replaceAllUsesWith(llvm::PoisonValue::get(meeting->getType()));
    }
    meeting->eraseFromParent();
}

void RegionCopier::redirect_exits(const BarrierRegion& region, llvm::ValueToValueMapTy& values, const End& end) {
    for (llvm::BasicBlock* exit : region.exits) {
        auto* copy = llvm::cast<llvm::BasicBlock>(static_cast<llvm::Value*>(values[exit]));
        drop_meeting(*exit, *copy);
        llvm::Instruction* terminator = copy->getTerminator();
        const bool returns = llvm::succ_empty(exit);
        if (returns || (regions_.ends.contains(exit) && !end.next)) {
            terminator->eraseFromParent();
            llvm::IRBuilder<>(copy).CreateBr(way_out(end, kernel_returns));
            continue;
        }
        for (unsigned i = 0; i < terminator->getNumSuccessors(); ++i) {
            const llvm::BasicBlock* target = exit->getTerminator()->getSuccessor(i);
            if (!regions_.leaves(exit, target)) continue;
            terminator->setSuccessor(i, way_out(end, regions_.starts.lookup(target)));
        }
    }
}

// Moves allocas to the start of the group function, since an alloca in the loop over chunks would allocate more stack
// for every chunk.
void RegionCopier::hoist_allocas(llvm::BasicBlock& block) {
    llvm::BasicBlock& entry = group_.getEntryBlock();
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(block))
        if (llvm::isa<llvm::AllocaInst>(instruction)) instruction.moveBefore(entry, entry.getFirstInsertionPt());
}

llvm::Value* RegionCopier::lower(llvm::IRBuilderBase& builder, llvm::CallInst& call, const ChunkPosition& position) {
    const auto is = [&](llvm::StringRef name) { return as_operation(&call, name) != nullptr; };
    if (is(op::local_id)) return position.local_id[dimension_of(call)];
    if (is(op::global_id)) {
        const unsigned d = dimension_of(call);
        return builder.CreateAdd(shape_.group_base[d], position.local_id[d], "global_id");
    }
    if (is(op::chunk_lanes)) return position.lanes ? position.lanes : builder.getInt64(shape_.lanes);
    if (!is(op::chunk_context)) return nullptr;
    llvm::Value* base = create_context(builder, op::group_context, 0);
    llvm::Value* offset = call.getArgOperand(0);
    if (chunk_.hasFnAttribute(fact::context_per_chunk)) {
        const std::uint64_t bytes = number_fact(chunk_, fact::context_bytes_per_chunk);
        offset = builder.CreateAdd(builder.CreateMul(position.index, builder.getInt64(bytes)), offset);
    }
    return builder.CreateInBoundsPtrAdd(base, offset);
}

void RegionCopier::lower_operations(llvm::BasicBlock& block, const ChunkPosition& position) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (!call) continue;
        llvm::IRBuilder<> builder(call);
        if (as_operation(call, op::parted)) {  // RegionFlow emits this call once, so copies of regions do not need it
            call->eraseFromParent();
            continue;
        }
        llvm::Value* value = lower(builder, *call, position);
        if (!value) continue;
        call->replaceAllUsesWith(value);
        call->eraseFromParent();
    }
}

}  // namespace lanewise::compiler
