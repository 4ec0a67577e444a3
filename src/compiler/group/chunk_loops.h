// The loops over the chunks of a work-group that split_barriers makes: nested over dimensions 2 and 1,
// and over the chunks of a row. They are bottom-tested, since every dimension has a work-item. What the code of chunks
// does not ask for is left out, for it would be most of the code of a small kernel: their number, and the ids of rows
// that do the same.
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
    bool counts_chunks = true;     // ChunkPosition::index is asked for
    bool tells_rows_apart = true;  // so are ids in dimensions 1 and 2
};

/// Where a chunk lies in its group.
struct ChunkPosition {
    llvm::Value* local_id[3];  // of its first lane
    llvm::Value* index;        // of the chunk in the group; what its context is found by. Null: not counted
    llvm::Value* lanes;        // live ones; null: all
};

/// Writes the code of one chunk at the builder's position and leaves the builder where it ends. Null: such chunks are
/// left out.
using EmitChunk = llvm::function_ref<void(llvm::IRBuilderBase&, const ChunkPosition&)>;

/// `flat`: all dimensions are one row (prepare/flatten_groups.h).
GroupShape emit_group_shape(llvm::IRBuilderBase& builder, unsigned lanes, bool flat = false);

/// Every chunk of the group by `emit`, partial ones too. Needs whole chunks along dimension 1.
void emit_all_chunks(llvm::IRBuilderBase& builder, const GroupShape& shape, EmitChunk emit);

/// The first chunk of the group alone.
void emit_first_chunk(llvm::IRBuilderBase& builder, const GroupShape& shape, EmitChunk emit);

/// Full chunks by `full`, the last partial one of each row by `tail`. For lanes > 1.
void emit_full_and_tail_chunks(llvm::IRBuilderBase& builder, const GroupShape& shape, EmitChunk full, EmitChunk tail);

/// The same, but by `in_rows` where `rows` rows of full chunks are left.
void emit_chunks_in_rows(llvm::IRBuilderBase& builder, const GroupShape& shape, unsigned rows, EmitChunk in_rows,
                         EmitChunk full, EmitChunk tail);

}  // namespace lanewise::compiler
