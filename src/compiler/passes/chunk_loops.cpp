#include "compiler/passes/chunk_loops.h"

#include <llvm/IR/Instructions.h>

#include "compiler/passes/operations.h"

namespace lanewise::compiler {
namespace {

llvm::BasicBlock* new_block(llvm::IRBuilderBase& builder, const llvm::Twine& name) {
    return llvm::BasicBlock::Create(builder.getContext(), name, builder.GetInsertBlock()->getParent());
}

// for (id = 0;;) { body(id, count); id += step; count changes as body says; if (id >= limit) break; }
// `count` numbers the chunks over all loops; body returns its next value.
using EmitBody = llvm::function_ref<llvm::Value*(llvm::Value* id, llvm::Value* count)>;

llvm::Value* emit_loop(llvm::IRBuilderBase& builder, llvm::Value* limit, std::uint64_t step,
                       llvm::Value* first_count, const llvm::Twine& name, EmitBody body) {
    llvm::BasicBlock* before = builder.GetInsertBlock();
    llvm::BasicBlock* header = new_block(builder, name);
    builder.CreateBr(header);
    builder.SetInsertPoint(header);
    llvm::PHINode* id = builder.CreatePHI(builder.getInt64Ty(), 2, name);
    llvm::PHINode* count = builder.CreatePHI(builder.getInt64Ty(), 2, name + ".count");
    id->addIncoming(builder.getInt64(0), before);
    count->addIncoming(first_count, before);
    llvm::Value* next_count = body(id, count);
    llvm::Value* next = builder.CreateAdd(id, builder.getInt64(step), name + ".next", /*HasNUW=*/true,
                                          /*HasNSW=*/true);
    id->addIncoming(next, builder.GetInsertBlock());
    count->addIncoming(next_count, builder.GetInsertBlock());
    llvm::BasicBlock* after = new_block(builder, name + ".end");
    builder.CreateCondBr(builder.CreateICmpULT(next, limit), header, after);
    builder.SetInsertPoint(after);
    return next_count;
}

using EmitRow = llvm::function_ref<llvm::Value*(llvm::Value* y, llvm::Value* z, llvm::Value* count)>;

void emit_rows(llvm::IRBuilderBase& builder, const GroupShape& shape, EmitRow row) {
    emit_loop(builder, shape.local_size[2], 1, builder.getInt64(0), "z",
              [&](llvm::Value* z, llvm::Value* plane_count) {
                  return emit_loop(builder, shape.local_size[1], 1, plane_count, "y",
                                   [&](llvm::Value* y, llvm::Value* count) {
                                       return row(y, z, count);
                                   });
              });
}

// The chunks of a row that have all their lanes; skipped when there is none. Returns the id behind
// them and the chunk count.
std::pair<llvm::Value*, llvm::Value*> emit_full_chunks(llvm::IRBuilderBase& builder,
                                                       const GroupShape& shape, llvm::Value* y,
                                                       llvm::Value* z, llvm::Value* count,
                                                       EmitChunk full) {
    llvm::Value* end = builder.CreateAnd(
        shape.local_size[0], builder.getInt64(~static_cast<std::uint64_t>(shape.lanes - 1)), "full");
    llvm::BasicBlock* before = builder.GetInsertBlock();
    llvm::BasicBlock* loop = new_block(builder, "full.loop");
    llvm::BasicBlock* after = new_block(builder, "full.after");
    builder.CreateCondBr(builder.CreateIsNotNull(end), loop, after);
    builder.SetInsertPoint(loop);
    llvm::Value* count_behind = emit_loop(
        builder, end, shape.lanes, count, "x", [&](llvm::Value* x, llvm::Value* index) {
            full(builder, {{x, y, z}, index, nullptr});
            return builder.CreateAdd(index, builder.getInt64(1));
        });
    llvm::BasicBlock* loop_end = builder.GetInsertBlock();
    builder.CreateBr(after);
    builder.SetInsertPoint(after);
    llvm::PHINode* result = builder.CreatePHI(builder.getInt64Ty(), 2);
    result->addIncoming(count, before);
    result->addIncoming(count_behind, loop_end);
    return {end, result};
}

llvm::Value* emit_tail_chunk(llvm::IRBuilderBase& builder, const GroupShape& shape, llvm::Value* x,
                             llvm::Value* y, llvm::Value* z, llvm::Value* count, EmitChunk tail) {
    llvm::Value* lanes = builder.CreateSub(shape.local_size[0], x, "tail.lanes");
    llvm::BasicBlock* before = builder.GetInsertBlock();
    llvm::BasicBlock* chunk = new_block(builder, "tail");
    llvm::BasicBlock* after = new_block(builder, "tail.after");
    builder.CreateCondBr(builder.CreateIsNotNull(lanes), chunk, after);
    builder.SetInsertPoint(chunk);
    tail(builder, {{x, y, z}, count, lanes});
    llvm::Value* count_behind = builder.CreateAdd(count, builder.getInt64(1));
    llvm::BasicBlock* chunk_end = builder.GetInsertBlock();
    builder.CreateBr(after);
    builder.SetInsertPoint(after);
    llvm::PHINode* result = builder.CreatePHI(builder.getInt64Ty(), 2);
    result->addIncoming(count, before);
    result->addIncoming(count_behind, chunk_end);
    return result;
}

}  // namespace

GroupShape emit_group_shape(llvm::IRBuilderBase& builder, unsigned lanes) {
    GroupShape shape;
    shape.lanes = lanes;
    for (unsigned d = 0; d < 3; ++d) {
        shape.local_size[d] = create_id(builder, op::local_size, d);
        llvm::Value* start = builder.CreateMul(create_id(builder, op::group_id, d),
                                               create_id(builder, op::enqueued_local_size, d));
        shape.group_base[d] = builder.CreateAdd(start, create_id(builder, op::global_offset, d));
    }
    return shape;
}

void emit_all_chunks(llvm::IRBuilderBase& builder, const GroupShape& shape, EmitChunk emit) {
    emit_rows(builder, shape, [&](llvm::Value* y, llvm::Value* z, llvm::Value* row_count) {
        return emit_loop(
            builder, shape.local_size[0], shape.lanes, row_count, "x",
            [&](llvm::Value* x, llvm::Value* index) {
                llvm::Value* left = builder.CreateSub(shape.local_size[0], x);
                llvm::Value* lanes = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left,
                                                                   builder.getInt64(shape.lanes));
                emit(builder, {{x, y, z}, index, lanes});
                return builder.CreateAdd(index, builder.getInt64(1));
            });
    });
}

void emit_first_chunk(llvm::IRBuilderBase& builder, const GroupShape& shape, EmitChunk emit) {
    llvm::Value* zero = builder.getInt64(0);
    llvm::Value* lanes = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, shape.local_size[0],
                                                       builder.getInt64(shape.lanes));
    emit(builder, {{zero, zero, zero}, zero, lanes});
}

void emit_full_and_tail_chunks(llvm::IRBuilderBase& builder, const GroupShape& shape, EmitChunk full,
                               EmitChunk tail) {
    emit_rows(builder, shape, [&](llvm::Value* y, llvm::Value* z, llvm::Value* count) {
        const auto [x, full_count] = emit_full_chunks(builder, shape, y, z, count, full);
        return emit_tail_chunk(builder, shape, x, y, z, full_count, tail);
    });
}

}  // namespace lanewise::compiler
