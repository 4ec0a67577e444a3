// Emits the loops of split_barriers over the chunks of a work-group: nested over dimensions 2 and 1, and over the
// chunks of a row. The loops are bottom-tested, since every dimension has at least one work-item. The loops compute
// only those values that the chunks' code uses, since other values would be most of a small kernel's code. Values that
// may be unused are the number of the chunk, and the ids of rows if all rows do the same.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>

namespace lanewise::compiler {

/// The sizes on which the loops of a work-group depend, computed once at the start of the group function.
struct GroupShape {
    llvm::Value* local_size[3];
    llvm::Value* group_base[3];  // global id of the first work-item
    unsigned lanes;
    unsigned rows = 1;             // number of rows of a chunk
    bool counts_chunks = true;     // the chunks' code uses ChunkPosition::index
    bool tells_rows_apart = true;  // the chunks' code uses ids in dimensions 1 and 2
};

/// The position of a chunk in its group.
struct ChunkPosition {
    llvm::Value* local_id[3];  // local id of the chunk's first lane
    llvm::Value* index;        // number of the chunk in the group, by which it finds its context; null: not counted
    llvm::Value* lanes;        // number of live lanes; null: all lanes
};

/// Function that emits the code of one chunk at the builder's position, and leaves the builder at the end of this code.
/// If null, the loops skip these chunks.
using EmitChunk = llvm::function_ref<void(llvm::IRBuilderBase&, const ChunkPosition&)>;

/// Emits the computation of a GroupShape. If `flat`, all dimensions become one row (prepare/ids/flatten_groups.h).
GroupShape emit_group_shape(llvm::IRBuilderBase& builder, unsigned lanes, bool flat = false);

/// Runs every chunk of the group, also partial ones, by `emit`. The size of dimension 1 must be a multiple of `rows`.
void emit_all_chunks(llvm::IRBuilderBase& builder, const GroupShape& shape, EmitChunk emit);

/// Runs only the first chunk of the group.
void emit_first_chunk(llvm::IRBuilderBase& builder, const GroupShape& shape, EmitChunk emit);

/// Runs full chunks by `full`, and the last partial chunk of each row by `tail`. Chunks must have more than one lane.
void emit_full_and_tail_chunks(llvm::IRBuilderBase& builder, const GroupShape& shape, EmitChunk full, EmitChunk tail);

/// Does the same as emit_full_and_tail_chunks(), but runs full chunks of `rows` rows together by `in_rows`, as far as
/// possible.
void emit_chunks_in_rows(llvm::IRBuilderBase& builder, const GroupShape& shape, unsigned rows, EmitChunk in_rows,
                         EmitChunk full, EmitChunk tail);

}  // namespace lanewise::compiler
