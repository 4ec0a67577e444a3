#include "compiler/group/split_barriers.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/group/chunk_loops.h"
#include "compiler/group/region_copier.h"
#include "compiler/group/region_flow.h"
#include "compiler/ir/abi_access.h"
#include "compiler/ir/facts.h"
#include "compiler/ir/group_function.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/parts.h"
#include "lanewise/kernel_abi.h"

namespace lanewise::compiler {
namespace {

llvm::Function* create_group_function(llvm::Function& chunk) {
    llvm::LLVMContext& context = chunk.getContext();
    llvm::SmallVector<llvm::Type*, 16> types(chunk.getFunctionType()->params());
    types.append(2, llvm::PointerType::get(context, 0));
    types.append(3, llvm::Type::getInt64Ty(context));
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false);
    auto* group = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                         part_name(kernel_name(chunk), Part::group), chunk.getParent());
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

// True if the chunk function uses ids that differ between rows.
bool tells_rows_apart(const llvm::Function& chunk) {
    return llvm::any_of(llvm::instructions(chunk), [](const llvm::Instruction& instruction) {
        for (const llvm::StringRef name : {op::local_id, op::global_id})
            if (const auto* call = as_operation(&instruction, name)) return dimension_of(*call) != 0;
        return false;
    });
}

class GroupMaker {
public:
    GroupMaker(llvm::Function* full, llvm::Function* tail, llvm::Function* rows)
        : full_(full), tail_(tail), rows_(rows), group_(*create_group_function(any_chunk())) {}

    void make();

private:
    llvm::Function& any_chunk() const { return full_ ? *full_ : *tail_; }
    bool runs_all() const { return !any_chunk().hasFnAttribute(fact::whole_lanes); }
    bool has_alike_rows() const;
    void agree_on_contexts();
    void emit_chunks_of_rows(llvm::IRBuilderBase& builder, const GroupShape& shape);
    llvm::Value* emit_is_whole(llvm::IRBuilderBase& builder, const GroupShape& shape, unsigned rows) const;
    void emit_barrier_variants(llvm::IRBuilderBase& builder, const GroupShape& shape, llvm::BasicBlock* end);
    void emit_asked_chunk(llvm::IRBuilderBase& builder, const GroupShape& shape, llvm::BasicBlock* end);

    llvm::Function* full_;  // null if the group function skips full chunks
    llvm::Function* tail_;  // null if only full chunks run, or if chunks have one lane, so that no tails exist
    llvm::Function* rows_;  // null if rows do not run together
    llvm::Function& group_;
};

bool GroupMaker::has_alike_rows() const {
    return !rows_ && llvm::none_of(std::initializer_list<const llvm::Function*>{full_, tail_},
                                   [](const auto* chunk) { return chunk && tells_rows_apart(*chunk); });
}

// Sets the sizes of contexts in all chunk functions and in the group function to the same values.
void GroupMaker::agree_on_contexts() {
    std::uint64_t bytes = 0, private_bytes = 0;
    const bool per_chunk = has_barriers(any_chunk());
    for (const llvm::Function* chunk : {full_, tail_, rows_}) {
        if (!chunk) continue;
        bytes = std::max(bytes, number_fact(*chunk, fact::context_bytes_per_chunk));
        if (chunk != rows_) private_bytes = std::max(private_bytes, number_fact(*chunk, fact::private_bytes));
    }
    for (llvm::Function* function : {full_, tail_, rows_, &group_}) {
        if (!function) continue;
        set_number_fact(*function, fact::context_bytes_per_chunk, bytes);
        set_number_fact(*function, fact::private_bytes, private_bytes);
        if (per_chunk && bytes) function->addFnAttr(fact::context_per_chunk);
    }
}

void GroupMaker::emit_chunks_of_rows(llvm::IRBuilderBase& builder, const GroupShape& shape) {
    const auto emit = [&](llvm::Function* chunk, llvm::IRBuilderBase& inner, const ChunkPosition& position) {
        const BarrierRegions regions = find_barrier_regions(*chunk);
        llvm::ValueToValueMapTy values;
        RegionCopier(*chunk, group_, shape, regions)
            .emit(regions.regions.front(), inner, position, GroupValueMap(), values, false);
    };
    const auto full = [&](llvm::IRBuilderBase& inner, const ChunkPosition& position) { emit(full_, inner, position); };
    const auto tail = [&](llvm::IRBuilderBase& inner, const ChunkPosition& position) { emit(tail_, inner, position); };
    const auto in_rows = [&](llvm::IRBuilderBase& inner, const ChunkPosition& position) {
        emit(rows_, inner, position);
    };
    if (!tail_ && runs_all()) {
        emit_all_chunks(builder, shape, full);
        return;
    }
    const EmitChunk full_or_none = full_ ? EmitChunk(full) : EmitChunk();
    const EmitChunk tail_or_none = tail_ ? EmitChunk(tail) : EmitChunk();
    if (!rows_) {
        emit_full_and_tail_chunks(builder, shape, full_or_none, tail_or_none);
        return;
    }
    const auto rows = static_cast<unsigned>(number_fact(*rows_, fact::rows));
    set_number_fact(group_, fact::rows, rows);
    emit_chunks_in_rows(builder, shape, rows, in_rows, full, tail_or_none);
}

// Emits code that tests whether all chunks of the group are full, and all rows can run together.
llvm::Value* GroupMaker::emit_is_whole(llvm::IRBuilderBase& builder, const GroupShape& shape, unsigned rows) const {
    llvm::Value* rest = builder.CreateAnd(shape.local_size[0], builder.getInt64(shape.lanes - 1));
    if (rows > 1) rest = builder.CreateOr(rest, builder.CreateAnd(shape.local_size[1], builder.getInt64(rows - 1)));
    return builder.CreateIsNull(rest);
}

void GroupMaker::emit_barrier_variants(llvm::IRBuilderBase& builder, const GroupShape& shape, llvm::BasicBlock* end) {
    if (!tail_ && runs_all()) {
        emit_region_flow(builder, *full_, shape, end);
        return;
    }
    llvm::Function* whole = rows_ ? rows_ : full_;
    GroupShape whole_shape = shape;
    if (rows_) whole_shape.rows = static_cast<unsigned>(number_fact(*rows_, fact::rows));
    const auto rows = static_cast<unsigned>(number_fact(any_chunk(), fact::whole_rows, whole_shape.rows));
    set_number_fact(group_, fact::rows, rows);
    llvm::BasicBlock* full_block = whole ? llvm::BasicBlock::Create(group_.getContext(), "all_full", &group_) : end;
    llvm::BasicBlock* tail_block = tail_ ? llvm::BasicBlock::Create(group_.getContext(), "all_tail", &group_) : end;
    builder.CreateCondBr(emit_is_whole(builder, shape, rows), full_block, tail_block);
    if (whole) {
        builder.SetInsertPoint(full_block);
        emit_region_flow(builder, *whole, whole_shape, end);
    }
    if (tail_) {
        builder.SetInsertPoint(tail_block);
        emit_region_flow(builder, *tail_, shape, end);
    }
}

// Emits the code of the one chunk that the device asks for (abi::TurnWorker).
void GroupMaker::emit_asked_chunk(llvm::IRBuilderBase& builder, const GroupShape& shape, llvm::BasicBlock* end) {
    llvm::Value* number = load_invariant(builder, GroupParameters(group_).worker, offsetof(abi::TurnWorker, chunk),
                                         builder.getInt64Ty(), "chunk");
    const auto emit = [&](llvm::Function* chunk) {
        return [this, &shape, chunk](llvm::IRBuilderBase& inner, const ChunkPosition& position) {
            const BarrierRegions regions = find_barrier_regions(*chunk);
            llvm::ValueToValueMapTy values;
            RegionCopier(*chunk, group_, shape, regions)
                .emit(regions.regions.front(), inner, position, GroupValueMap(), values, false);
        };
    };
    const auto full = emit(full_), tail = emit(tail_);
    emit_numbered_chunk(builder, shape, number, end, full, tail_ ? EmitChunk(tail) : EmitChunk());
}

void GroupMaker::make() {
    agree_on_contexts();
    llvm::LLVMContext& context = group_.getContext();
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "entry", &group_));
    const auto lanes = static_cast<unsigned>(number_fact(any_chunk(), fact::lanes, 1));
    GroupShape shape = emit_group_shape(builder, lanes, any_chunk().hasFnAttribute(fact::flat_groups));
    shape.counts_chunks = any_chunk().hasFnAttribute(fact::context_per_chunk);
    shape.tells_rows_apart = !has_alike_rows();
    llvm::BasicBlock* end = llvm::BasicBlock::Create(context, "end", &group_);
    if (any_chunk().hasFnAttribute(fact::waits)) {
        emit_asked_chunk(builder, shape, end);
    } else if (has_barriers(any_chunk())) {
        emit_barrier_variants(builder, shape, end);
    } else {
        emit_chunks_of_rows(builder, shape);
        builder.CreateBr(end);
    }
    llvm::IRBuilder<>(end).CreateRetVoid();
    for (llvm::Function* chunk : {full_, tail_, rows_})
        if (chunk) chunk->eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses SplitBarriers::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    llvm::Function* full = find_part(module, Part::full);
    llvm::Function* tail = find_part(module, Part::tail);
    if (!full && !tail) return llvm::PreservedAnalyses::all();
    GroupMaker(full, tail, find_part(module, Part::rows)).make();
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
