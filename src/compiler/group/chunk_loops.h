// The loops over the chunks of a work-group that split_barriers makes: nested over dimensions 2 and 1, and over the
// chunks of a row. They are bottom-tested, since every dimension has a work-item. Values that the chunks' code does not
// use are left out, since they would be most of a small kernel's code. Such values are the number of chunks, and the
// ids of rows if all rows do the same.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>

namespace lanewise::compiler {

/// The sizes that shape a work-group's loops, computed once at the start of the group function.
struct GroupShape {
    llvm::Value* local_size[3];
    llvm::Value* group_base[3];  // global id of the first work-item
    unsigned lanes;
    unsigned rows = 1;             // of a chunk
    bool counts_chunks = true;     // ChunkPosition::index is used
    bool tells_rows_apart = true;  // ids in dimensions 1 and 2 are used, too
};

/// The position of a chunk in its group.
struct ChunkPosition {
    llvm::Value* local_id[3];  // of its first lane
    llvm::Value* index;        // of the chunk in the group, which gives its context; null: not counted
    llvm::Value* lanes;        // live ones; null: all
};

/// Emits the code of one chunk at the builder's position and leaves the builder at its end. Null: such chunks are left
/// out.
using EmitChunk = llvm::function_ref<void(llvm::IRBuilderBase&, const ChunkPosition&)>;

/// `flat` joins all dimensions to one row (prepare/ids/flatten_groups.h).
GroupShape emit_group_shape(llvm::IRBuilderBase& builder, unsigned lanes, bool flat = false);

/// Runs every chunk of the group, also partial ones, by `emit`. Needs whole chunks along dimension 1.
void emit_all_chunks(llvm::IRBuilderBase& builder, const GroupShape& shape, EmitChunk emit);

/// Runs only the first chunk of the group.
void emit_first_chunk(llvm::IRBuilderBase& builder, const GroupShape& shape, EmitChunk emit);

/// Runs full chunks by `full`, and the last partial chunk of each row by `tail`. For lanes > 1.
void emit_full_and_tail_chunks(llvm::IRBuilderBase& builder, const GroupShape& shape, EmitChunk full, EmitChunk tail);

/// Does the same, but runs full chunks by `in_rows` as long as `rows` rows of them are left.
void emit_chunks_in_rows(llvm::IRBuilderBase& builder, const GroupShape& shape, unsigned rows, EmitChunk in_rows,
                         EmitChunk full, EmitChunk tail);

}  // namespace lanewise::compiler
