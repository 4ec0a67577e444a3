#include "compiler/group/chunk_loops.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/operations.h"

namespace lanewise::compiler {
namespace {

llvm::BasicBlock* new_block(llvm::IRBuilderBase& builder, const llvm::Twine& name) {
    return llvm::BasicBlock::Create(builder.getContext(), name, builder.GetInsertBlock()->getParent());
}

// Emits a loop: for (id = first;;) { body(id, count); id += step; if (id >= limit) break; }. `count` is null, or the
// number of the group's chunks that ran before this iteration, in this loop or in other loops. If `count` is not null,
// `body` returns the count for the next iteration.
using EmitBody = llvm::function_ref<llvm::Value*(llvm::Value* id, llvm::Value* count)>;

llvm::Value* emit_loop(llvm::IRBuilderBase& builder, llvm::Value* first, llvm::Value* limit, std::uint64_t step,
                       llvm::Value* first_count, const llvm::Twine& name, EmitBody body) {
    llvm::BasicBlock* before = builder.GetInsertBlock();
    llvm::BasicBlock* header = new_block(builder, name);
    builder.CreateBr(header);
    builder.SetInsertPoint(header);
    llvm::PHINode* id = builder.CreatePHI(builder.getInt64Ty(), 2, name);
    llvm::PHINode* count = first_count ? builder.CreatePHI(builder.getInt64Ty(), 2, name + ".count") : nullptr;
    id->addIncoming(first, before);
    if (count) count->addIncoming(first_count, before);
    llvm::Value* next_count = body(id, count);
    llvm::Value* next = builder.CreateAdd(id, builder.getInt64(step), name + ".next", /*HasNUW=*/true,
                                          /*HasNSW=*/true);
    id->addIncoming(next, builder.GetInsertBlock());
    if (count) count->addIncoming(next_count, builder.GetInsertBlock());
    llvm::BasicBlock* after = new_block(builder, name + ".end");
    builder.CreateCondBr(builder.CreateICmpULT(next, limit), header, after);
    builder.SetInsertPoint(after);
    return next_count;
}

llvm::Value* count_one(llvm::IRBuilderBase& builder, llvm::Value* count) {
    return count ? builder.CreateAdd(count, builder.getInt64(1)) : nullptr;
}

llvm::Value* first_count(llvm::IRBuilderBase& builder, const GroupShape& shape) {
    return shape.counts_chunks ? builder.getInt64(0) : nullptr;
}

using EmitRow = llvm::function_ref<llvm::Value*(llvm::Value* y, llvm::Value* z, llvm::Value* count)>;

void emit_rows(llvm::IRBuilderBase& builder, const GroupShape& shape, EmitRow row) {
    llvm::Value* zero = builder.getInt64(0);
    llvm::Value* none = first_count(builder, shape);
    if (!shape.tells_rows_apart) {
        llvm::Value* rows = builder.CreateMul(shape.local_size[1], shape.local_size[2], "rows", /*HasNUW=*/true);
        emit_loop(builder, zero, rows, 1, none, "row",
                  [&](llvm::Value*, llvm::Value* count) { return row(zero, zero, count); });
        return;
    }
    emit_loop(builder, zero, shape.local_size[2], 1, none, "z", [&](llvm::Value* z, llvm::Value* plane_count) {
        return emit_loop(builder, zero, shape.local_size[1], shape.rows, plane_count, "y",
                         [&](llvm::Value* y, llvm::Value* count) { return row(y, z, count); });
    });
}

// Emits a branch on `condition`, and calls `then` to emit the code that runs if the condition is true. Returns a phi of
// `otherwise` and the value that `then` returns; returns null if `otherwise` is null.
llvm::Value* emit_if(llvm::IRBuilderBase& builder, llvm::Value* condition, llvm::Value* otherwise,
                     const llvm::Twine& name, llvm::function_ref<llvm::Value*()> then) {
    llvm::BasicBlock* before = builder.GetInsertBlock();
    llvm::BasicBlock* inside = new_block(builder, name);
    llvm::BasicBlock* after = new_block(builder, name + ".after");
    builder.CreateCondBr(condition, inside, after);
    builder.SetInsertPoint(inside);
    llvm::Value* value = then();
    llvm::BasicBlock* end = builder.GetInsertBlock();
    builder.CreateBr(after);
    builder.SetInsertPoint(after);
    if (!otherwise) return nullptr;
    llvm::PHINode* result = builder.CreatePHI(value->getType(), 2);
    result->addIncoming(otherwise, before);
    result->addIncoming(value, end);
    return result;
}

// Computes `size` rounded down to a multiple of `unit`, which is a power of two.
llvm::Value* whole_units(llvm::IRBuilderBase& builder, llvm::Value* size, std::uint64_t unit, const llvm::Twine& name) {
    return builder.CreateAnd(size, builder.getInt64(~(unit - 1)), name);
}

// Emits a loop over the full chunks with ids from `first` to `end` in a row; emits nothing if `full` is null. Returns
// the number of the chunk that follows the last full chunk.
llvm::Value* emit_full_chunks(llvm::IRBuilderBase& builder, const GroupShape& shape, llvm::Value* first,
                              llvm::Value* end, llvm::Value* y, llvm::Value* z, llvm::Value* count, EmitChunk full) {
    if (!full) return count;
    return emit_if(builder, builder.CreateICmpNE(end, first), count, "full.loop", [&] {
        return emit_loop(builder, first, end, shape.lanes, count, "x", [&](llvm::Value* x, llvm::Value* index) {
            full(builder, {{x, y, z}, index, nullptr});
            return count_one(builder, index);
        });
    });
}

// Hides `value` from optimizations, so that computations from `value` stay in the code of the tail chunk. The tail
// chunks of all rows have the same first id, so loop-invariant code motion would otherwise hoist these computations out
// of the loop over rows. Hoisted computations would slow down launches without tail chunks.
llvm::Value* pinned(llvm::IRBuilderBase& builder, llvm::Value* value) {
    auto* type = llvm::FunctionType::get(value->getType(), {value->getType()}, /*isVarArg=*/false);
    return builder.CreateCall(llvm::InlineAsm::get(type, "", "=r,0", /*hasSideEffects=*/false), {value}, "tail.first");
}

llvm::Value* emit_tail_chunk(llvm::IRBuilderBase& builder, const GroupShape& shape, llvm::Value* x, llvm::Value* y,
                             llvm::Value* z, llvm::Value* count, EmitChunk tail, bool is_rare) {
    if (!tail) return count;
    return emit_if(builder, builder.CreateICmpNE(shape.local_size[0], x), count, "tail", [&] {
        llvm::Value* first = is_rare ? pinned(builder, x) : x;
        llvm::Value* lanes = builder.CreateSub(shape.local_size[0], first, "tail.lanes");
        tail(builder, {{first, y, z}, count, lanes});
        return count_one(builder, count);
    });
}

}  // namespace

GroupShape emit_group_shape(llvm::IRBuilderBase& builder, unsigned lanes, bool flat) {
    GroupShape shape;
    shape.lanes = lanes;
    for (unsigned d = 0; d < 3; ++d) {
        shape.local_size[d] = create_id(builder, op::local_size, d);
        llvm::Value* start =
            builder.CreateMul(create_id(builder, op::group_id, d), create_id(builder, op::enqueued_local_size, d));
        shape.group_base[d] = builder.CreateAdd(start, create_id(builder, op::global_offset, d));
    }
    if (flat)
        for (unsigned d = 1; d < 3; ++d) {
            shape.local_size[0] = builder.CreateMul(shape.local_size[0], shape.local_size[d]);
            shape.local_size[d] = builder.getInt64(1);
        }
    return shape;
}

void emit_all_chunks(llvm::IRBuilderBase& builder, const GroupShape& shape, EmitChunk emit) {
    emit_rows(builder, shape, [&](llvm::Value* y, llvm::Value* z, llvm::Value* row_count) {
        return emit_loop(builder, builder.getInt64(0), shape.local_size[0], shape.lanes, row_count, "x",
                         [&](llvm::Value* x, llvm::Value* index) {
                             llvm::Value* left = builder.CreateSub(shape.local_size[0], x);
                             llvm::Value* lanes = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left,
                                                                                builder.getInt64(shape.lanes));
                             emit(builder, {{x, y, z}, index, lanes});
                             return count_one(builder, index);
                         });
    });
}

void emit_first_chunk(llvm::IRBuilderBase& builder, const GroupShape& shape, EmitChunk emit) {
    llvm::Value* zero = builder.getInt64(0);
    llvm::Value* lanes =
        builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, shape.local_size[0], builder.getInt64(shape.lanes));
    emit(builder, {{zero, zero, zero}, zero, lanes});
}

void emit_full_and_tail_chunks(llvm::IRBuilderBase& builder, const GroupShape& shape, EmitChunk full, EmitChunk tail) {
    emit_rows(builder, shape, [&](llvm::Value* y, llvm::Value* z, llvm::Value* count) {
        llvm::Value* end = whole_units(builder, shape.local_size[0], shape.lanes, "full");
        llvm::Value* full_count = emit_full_chunks(builder, shape, builder.getInt64(0), end, y, z, count, full);
        return emit_tail_chunk(builder, shape, end, y, z, full_count, tail, /*is_rare=*/static_cast<bool>(full));
    });
}

// Emits, for each z, a loop over the chunks that `in_rows` can run, and then loops over all other chunks, row by row.
void emit_chunks_in_rows(llvm::IRBuilderBase& builder, const GroupShape& shape, unsigned rows, EmitChunk in_rows,
                         EmitChunk full, EmitChunk tail) {
    llvm::Value* zero = builder.getInt64(0);
    llvm::Value* end = whole_units(builder, shape.local_size[0], shape.lanes, "full");
    llvm::Value* rows_end = whole_units(builder, shape.local_size[1], rows, "rows");
    llvm::Value* none = first_count(builder, shape);
    emit_loop(builder, zero, shape.local_size[2], 1, none, "z", [&](llvm::Value* z, llvm::Value* plane_count) {
        llvm::Value* count = emit_if(builder, builder.CreateIsNotNull(rows_end), plane_count, "together", [&] {
            return emit_loop(builder, zero, rows_end, rows, plane_count, "y",
                             [&](llvm::Value* y, llvm::Value* row_count) {
                                 return emit_full_chunks(builder, shape, zero, end, y, z, row_count, in_rows);
                             });
        });
        return emit_loop(
            builder, zero, shape.local_size[1], 1, count, "y", [&](llvm::Value* y, llvm::Value* row_count) {
                llvm::Value* is_done = builder.CreateICmpULT(y, rows_end);
                llvm::Value* first = builder.CreateSelect(is_done, end, zero);
                llvm::Value* full_count = emit_full_chunks(builder, shape, first, end, y, z, row_count, full);
                return emit_tail_chunk(builder, shape, end, y, z, full_count, tail,
                                       /*is_rare=*/static_cast<bool>(full));
            });
    });
}

void emit_numbered_chunk(llvm::IRBuilderBase& builder, const GroupShape& shape, llvm::Value* number,
                         llvm::BasicBlock* end, EmitChunk full, EmitChunk tail) {
    llvm::Value* lanes = builder.getInt64(shape.lanes);
    llvm::Value* row_chunks = builder.CreateUDiv(
        builder.CreateAdd(shape.local_size[0], builder.getInt64(shape.lanes - 1)), lanes, "row_chunks");
    llvm::Value* row = builder.CreateUDiv(number, row_chunks, "row");
    llvm::Value* x = builder.CreateMul(builder.CreateURem(number, row_chunks), lanes, "x");
    llvm::Value* z = builder.CreateUDiv(row, shape.local_size[1], "z");
    llvm::Value* y = builder.CreateURem(row, shape.local_size[1], "y");
    llvm::BasicBlock* inside = new_block(builder, "chunk");
    builder.CreateCondBr(builder.CreateICmpULT(z, shape.local_size[2]), inside, end);
    builder.SetInsertPoint(inside);
    llvm::Value* left = builder.CreateSub(shape.local_size[0], x, "left");
    if (!tail) {
        llvm::Value* live = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, lanes);
        full(builder, {{x, y, z}, nullptr, live});
        builder.CreateBr(end);
        return;
    }
    llvm::BasicBlock* full_block = new_block(builder, "full");
    llvm::BasicBlock* tail_block = new_block(builder, "tail");
    builder.CreateCondBr(builder.CreateICmpUGE(left, lanes), full_block, tail_block);
    builder.SetInsertPoint(full_block);
    full(builder, {{x, y, z}, nullptr, nullptr});
    builder.CreateBr(end);
    builder.SetInsertPoint(tail_block);
    tail(builder, {{x, y, z}, nullptr, left});
    builder.CreateBr(end);
}

}  // namespace lanewise::compiler
