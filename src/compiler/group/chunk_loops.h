// Emits the loops over the chunks of a work-group for split_barriers: nested loops over dimensions 2 and 1, and over
// the chunks of a row. The loops test their condition at the end, since every dimension has at least one work-item. The
// loops compute only values that the chunks' code uses, since code for unused values would be the largest part of a
// small kernel. The number of the chunk may be unused, and so may the ids in dimensions 1 and 2.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>

namespace lanewise::compiler {

/// Sizes and offsets that the loops of a work-group use, computed once at the start of the group function.
struct GroupShape {
    llvm::Value* local_size[3];
    llvm::Value* group_base[3];  // global id of the first work-item
    unsigned lanes;
    unsigned rows = 1;             // number of rows of a chunk
    bool counts_chunks = true;     // whether the chunks' code uses ChunkPosition::index
    bool tells_rows_apart = true;  // whether the chunks' code uses ids in dimensions 1 and 2
};

/// The position of a chunk in its group.
struct ChunkPosition {
    llvm::Value* local_id[3];  // local id of the chunk's first lane
    llvm::Value* index;        // number of the chunk in the group, which selects its context; null if not counted
    llvm::Value* lanes;        // number of live lanes; null if all lanes are live
};

/// Function that emits the code of one chunk at the builder's position, and leaves the builder at the end of this code.
/// If the function is null, the emitted loops skip the chunks that would run this code.
using EmitChunk = llvm::function_ref<void(llvm::IRBuilderBase&, const ChunkPosition&)>;

/// Emits the computation of a GroupShape. If `flat`, all dimensions become one row (prepare/ids/flatten_groups.h).
GroupShape emit_group_shape(llvm::IRBuilderBase& builder, unsigned lanes, bool flat = false);

/// Emits loops that run all chunks of the group, including partial chunks, with the code of `emit`. The size of
/// dimension 1 must be a multiple of `rows`.
void emit_all_chunks(llvm::IRBuilderBase& builder, const GroupShape& shape, EmitChunk emit);

/// Emits code that runs only the first chunk of the group.
void emit_first_chunk(llvm::IRBuilderBase& builder, const GroupShape& shape, EmitChunk emit);

/// Emits loops that run full chunks with the code of `full`, and each row's tail chunk with the code of `tail`. Chunks
/// must have more than one lane.
void emit_full_and_tail_chunks(llvm::IRBuilderBase& builder, const GroupShape& shape, EmitChunk full, EmitChunk tail);

/// Emits loops that run the full chunks of `rows` adjacent rows together, with the code of `in_rows`, where possible.
/// The remaining chunks run as in the loops of emit_full_and_tail_chunks().
void emit_chunks_in_rows(llvm::IRBuilderBase& builder, const GroupShape& shape, unsigned rows, EmitChunk in_rows,
                         EmitChunk full, EmitChunk tail);

/// Emits code that runs the chunk with the given number; the loops above number chunks in the same order. A full chunk
/// runs with the code of `full`, a partial chunk with the code of `tail`, or of `full` if `tail` is null. Branches to
/// `end` afterwards, or at once if the group has no chunk with this number.
void emit_numbered_chunk(llvm::IRBuilderBase& builder, const GroupShape& shape, llvm::Value* number,
                         llvm::BasicBlock* end, EmitChunk full, EmitChunk tail);

}  // namespace lanewise::compiler
