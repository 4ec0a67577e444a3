#include "compiler/passes/split_barriers.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/passes/chunk_loops.h"
#include "compiler/passes/operations.h"

namespace lanewise::compiler {
namespace {

constexpr unsigned kernel_returns = ~0u;  // in place of a next region

llvm::Function* create_group_function(llvm::Function& chunk, llvm::StringRef kernel_name) {
    llvm::LLVMContext& context = chunk.getContext();
    llvm::SmallVector<llvm::Type*, 16> types(chunk.getFunctionType()->params());
    types.append(2, llvm::PointerType::get(context, 0));
    types.append(3, llvm::Type::getInt64Ty(context));
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false);
    auto* group = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                         kernel_name + ".group", chunk.getParent());
    group->copyAttributesFrom(&chunk);
    group->setDSOLocal(true);
    group->copyMetadata(&chunk, 0);
    group->setCallingConv(llvm::CallingConv::C);
    for (unsigned i = 0; i < chunk.arg_size(); ++i) group->getArg(i)->setName(chunk.getArg(i)->getName());
    const GroupParameters parameters(*group);
    parameters.launch->setName("launch");
    parameters.worker->setName("worker");
    for (unsigned d = 0; d < 3; ++d) parameters.group_id[d]->setName("group." + llvm::Twine(d));
    return group;
}

// Copies regions of a chunk function into the group function.
class RegionCopier {
public:
    RegionCopier(llvm::Function& chunk, llvm::Function& group, const GroupShape& shape,
                 std::uint64_t group_context_bytes)
        : chunk_(chunk),
          group_(group),
          shape_(shape),
          group_context_bytes_(group_context_bytes),
          regions_(split_at_barriers(chunk)) {}

    const BarrierRegions& regions() const { return regions_; }

    /// Writes region `index` for one chunk at the builder's position; returns the number of the region
    /// that follows.
    llvm::Value* emit(unsigned index, llvm::IRBuilderBase& builder, const ChunkPosition& position);

private:
    void map_arguments(llvm::ValueToValueMapTy& values) const;
    void lower_operations(llvm::BasicBlock& block, const ChunkPosition& position);
    llvm::Value* lower(llvm::IRBuilderBase& builder, llvm::CallInst& call,
                       const ChunkPosition& position);
    void hoist_allocas(llvm::BasicBlock& block);

    llvm::Function& chunk_;
    llvm::Function& group_;
    const GroupShape& shape_;
    std::uint64_t group_context_bytes_;
    BarrierRegions regions_;
};

void RegionCopier::map_arguments(llvm::ValueToValueMapTy& values) const {
    for (llvm::Argument& argument : chunk_.args()) values[&argument] = group_.getArg(argument.getArgNo());
}

// Branches from blocks outside the region do not exist in its copy.
void prune_phis(llvm::BasicBlock& block) {
    llvm::SmallPtrSet<llvm::BasicBlock*, 8> predecessors(llvm::pred_begin(&block),
                                                         llvm::pred_end(&block));
    for (llvm::PHINode& phi : llvm::make_early_inc_range(block.phis()))
        for (int i = static_cast<int>(phi.getNumIncomingValues()) - 1; i >= 0; --i)
            if (!predecessors.contains(phi.getIncomingBlock(i)))
                phi.removeIncomingValue(i, /*DeletePHIIfEmpty=*/true);
}

llvm::Value* RegionCopier::emit(unsigned index, llvm::IRBuilderBase& builder,
                                const ChunkPosition& position) {
    const BarrierRegion& region = regions_.regions[index];
    llvm::ValueToValueMapTy values;
    map_arguments(values);
    llvm::SmallVector<llvm::BasicBlock*, 16> copies;
    for (llvm::BasicBlock* block : region.blocks) {
        llvm::BasicBlock* copy = llvm::CloneBasicBlock(block, values, "", &group_);
        values[block] = copy;
        copies.push_back(copy);
    }
    builder.CreateBr(llvm::cast<llvm::BasicBlock>(values[region.entry]));
    llvm::BasicBlock* end = llvm::BasicBlock::Create(group_.getContext(), "region.end", &group_);
    builder.SetInsertPoint(end);
    llvm::PHINode* next = builder.CreatePHI(builder.getInt32Ty(), 2, "next");
    for (llvm::BasicBlock* block : region.blocks) {
        auto* copy = llvm::cast<llvm::BasicBlock>(values[block]);
        const auto barrier = regions_.next_region.find(block);
        const bool returns = llvm::isa<llvm::ReturnInst>(copy->getTerminator());
        if (barrier == regions_.next_region.end() && !returns) continue;
        copy->getTerminator()->eraseFromParent();
        if (!returns) copy->back().eraseFromParent();  // the barrier
        llvm::IRBuilder<>(copy).CreateBr(end);
        next->addIncoming(builder.getInt32(returns ? kernel_returns : barrier->second), copy);
    }
    llvm::remapInstructionsInBlocks(copies, values);
    for (llvm::BasicBlock* copy : copies) prune_phis(*copy);
    for (llvm::BasicBlock* copy : copies) {
        hoist_allocas(*copy);
        lower_operations(*copy, position);
    }
    if (next->getNumIncomingValues() != 0) return next;
    // A region that never ends: an endless loop.
    next->eraseFromParent();
    return builder.getInt32(kernel_returns);
}

// An alloca inside the loops would take new stack for every chunk.
void RegionCopier::hoist_allocas(llvm::BasicBlock& block) {
    llvm::BasicBlock& entry = group_.getEntryBlock();
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(block))
        if (llvm::isa<llvm::AllocaInst>(instruction))
            instruction.moveBefore(entry, entry.getFirstInsertionPt());
}

llvm::Value* RegionCopier::lower(llvm::IRBuilderBase& builder, llvm::CallInst& call,
                                 const ChunkPosition& position) {
    const auto is = [&](llvm::StringRef name) { return as_operation(&call, name) != nullptr; };
    if (is(op::local_id)) return position.local_id[dimension_of(call)];
    if (is(op::global_id)) {
        const unsigned d = dimension_of(call);
        return builder.CreateAdd(shape_.group_base[d], position.local_id[d], "global_id");
    }
    if (is(op::chunk_lanes)) return position.lanes ? position.lanes : builder.getInt64(shape_.lanes);
    if (!is(op::chunk_context)) return nullptr;
    llvm::Value* base = create_context(builder, op::group_context, group_context_bytes_);
    llvm::Value* offset = call.getArgOperand(0);
    if (chunk_.hasFnAttribute(fact::context_per_chunk)) {
        const std::uint64_t bytes = number_fact(chunk_, fact::chunk_context_bytes);
        offset = builder.CreateAdd(builder.CreateMul(position.index, builder.getInt64(bytes)), offset);
    }
    return builder.CreateInBoundsPtrAdd(base, offset);
}

void RegionCopier::lower_operations(llvm::BasicBlock& block, const ChunkPosition& position) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (!call || !is_pure_operation(call)) continue;
        llvm::IRBuilder<> builder(call);
        llvm::Value* value = lower(builder, *call, position);
        if (!value) continue;
        call->replaceAllUsesWith(value);
        call->eraseFromParent();
    }
}

// Runs the regions of `copier` one after another, each for all chunks, from the builder's position on.
void emit_regions(llvm::IRBuilderBase& builder, RegionCopier& copier, const GroupShape& shape,
                  llvm::BasicBlock* end) {
    const auto& regions = copier.regions().regions;
    llvm::SmallVector<llvm::BasicBlock*, 8> starts;
    for (unsigned i = 0; i < regions.size(); ++i)
        starts.push_back(llvm::BasicBlock::Create(builder.getContext(), "region." + llvm::Twine(i),
                                                  builder.GetInsertBlock()->getParent()));
    builder.CreateBr(starts[0]);
    for (unsigned i = 0; i < regions.size(); ++i) {
        builder.SetInsertPoint(starts[i]);
        llvm::Value* next = nullptr;
        emit_all_chunks(builder, shape, [&](llvm::IRBuilderBase& inner, const ChunkPosition& position) {
            next = copier.emit(i, inner, position);
        });
        llvm::SwitchInst* dispatch = builder.CreateSwitch(next, end);
        for (llvm::BasicBlock* block : regions[i].blocks) {
            const auto barrier = copier.regions().next_region.find(block);
            if (barrier != copier.regions().next_region.end())
                dispatch->addCase(builder.getInt32(barrier->second), starts[barrier->second]);
        }
    }
}

class GroupMaker {
public:
    GroupMaker(llvm::Function& full, llvm::Function* tail, llvm::StringRef kernel_name)
        : full_(full), tail_(tail), group_(*create_group_function(full, kernel_name)) {}

    void make();

private:
    void agree_on_contexts();
    void emit_chunks_of_rows(llvm::IRBuilderBase& builder, const GroupShape& shape);
    void emit_barrier_variants(llvm::IRBuilderBase& builder, const GroupShape& shape,
                               llvm::BasicBlock* end);

    llvm::Function& full_;
    llvm::Function* tail_;  // null: one lane, no tails
    llvm::Function& group_;
    std::uint64_t group_context_bytes_ = 0;
};

// Both chunk functions find their contexts alike.
void GroupMaker::agree_on_contexts() {
    std::uint64_t bytes = number_fact(full_, fact::chunk_context_bytes);
    std::uint64_t private_bytes = number_fact(full_, fact::private_bytes);
    const bool per_chunk = has_barriers(full_);
    if (tail_) {
        bytes = std::max(bytes, number_fact(*tail_, fact::chunk_context_bytes));
        private_bytes = std::max(private_bytes, number_fact(*tail_, fact::private_bytes));
    }
    for (llvm::Function* function : {&full_, tail_, &group_}) {
        if (!function) continue;
        set_number_fact(*function, fact::chunk_context_bytes, bytes);
        set_number_fact(*function, fact::private_bytes, private_bytes);
        if (per_chunk && bytes) function->addFnAttr(fact::context_per_chunk);
    }
    group_context_bytes_ = number_fact(full_, fact::group_context_bytes);
}

void GroupMaker::emit_chunks_of_rows(llvm::IRBuilderBase& builder, const GroupShape& shape) {
    RegionCopier full(full_, group_, shape, group_context_bytes_);
    const auto emit_full = [&](llvm::IRBuilderBase& inner, const ChunkPosition& position) {
        full.emit(0, inner, position);
    };
    if (!tail_) {
        emit_all_chunks(builder, shape, emit_full);
        return;
    }
    RegionCopier tail(*tail_, group_, shape, group_context_bytes_);
    emit_full_and_tail_chunks(builder, shape, emit_full,
                              [&](llvm::IRBuilderBase& inner, const ChunkPosition& position) {
                                  tail.emit(0, inner, position);
                              });
}

void GroupMaker::emit_barrier_variants(llvm::IRBuilderBase& builder, const GroupShape& shape,
                                       llvm::BasicBlock* end) {
    RegionCopier full(full_, group_, shape, group_context_bytes_);
    if (!tail_) {
        emit_regions(builder, full, shape, end);
        return;
    }
    RegionCopier tail(*tail_, group_, shape, group_context_bytes_);
    llvm::BasicBlock* full_block = llvm::BasicBlock::Create(group_.getContext(), "all_full", &group_);
    llvm::BasicBlock* tail_block = llvm::BasicBlock::Create(group_.getContext(), "all_tail", &group_);
    llvm::Value* rest = builder.CreateAnd(shape.local_size[0], builder.getInt64(shape.lanes - 1));
    builder.CreateCondBr(builder.CreateIsNull(rest), full_block, tail_block);
    builder.SetInsertPoint(full_block);
    emit_regions(builder, full, shape, end);
    builder.SetInsertPoint(tail_block);
    emit_regions(builder, tail, shape, end);
}

void GroupMaker::make() {
    agree_on_contexts();
    llvm::LLVMContext& context = group_.getContext();
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "entry", &group_));
    const auto lanes = static_cast<unsigned>(number_fact(full_, fact::lanes, 1));
    const GroupShape shape = emit_group_shape(builder, lanes);
    llvm::BasicBlock* end = llvm::BasicBlock::Create(context, "end", &group_);
    if (has_barriers(full_)) {
        emit_barrier_variants(builder, shape, end);
    } else {
        emit_chunks_of_rows(builder, shape);
        builder.CreateBr(end);
    }
    llvm::IRBuilder<>(end).CreateRetVoid();
    full_.eraseFromParent();
    if (tail_) tail_->eraseFromParent();
}

}  // namespace

GroupParameters::GroupParameters(llvm::Function& group) {
    const unsigned first = static_cast<unsigned>(group.arg_size()) - count;
    launch = group.getArg(first);
    worker = group.getArg(first + 1);
    for (unsigned d = 0; d < 3; ++d) group_id[d] = group.getArg(first + 2 + d);
}

llvm::PreservedAnalyses SplitBarriers::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    llvm::Function* full = find_part(module, ".full");
    if (!full) return llvm::PreservedAnalyses::all();
    const std::string kernel_name = full->getName().drop_back(5).str();
    GroupMaker(*full, find_part(module, ".tail"), kernel_name).make();
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
