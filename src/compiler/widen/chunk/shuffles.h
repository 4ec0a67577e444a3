// Converts the elements of all lanes between two orders: memory's order (all elements of lane 0, then all elements of
// lane 1, and so on), and one vector for each element.
//
//   interleave(parts)         x0 x1 .., y0 y1 ..       ->  x0 y0 x1 y1 ..        one shuffle of everything
//   deinterleave(wide, 2)     x0 y0 x1 y1 ..           ->  x0 x1 .., y0 y1 ..
//   zip                       parts                    ->  as many pieces of W elements; unzip is the reverse
//   in_pieces                 one long vector          ->  pieces of W elements; concatenate is the reverse
//
// For each result, zip and unzip take log2(count) rounds of shuffles; each shuffle has two vectors as operands. If a
// shuffle of two vectors is one instruction, these rounds need fewer instructions than code generation would emit for
// one large shuffle of all vectors.
//
//   unzip of elements 0 to 3 of 16 lanes, which are in four pieces (two are shown):
//     0123 0123 0123 0123 | 0123 ...   4 lanes in each piece                   ->
//     0000 0000 1111 1111 | 2222 ...   half of the elements, twice the lanes   ->
//     0000 0000 0000 0000 | 1111 ...   one element, all lanes
//
// Thread-safety: as for the builder.
#pragma once

#include "compiler/widen/chunk/chunk.h"

namespace lanewise::compiler {

class Shuffles {
public:
    explicit Shuffles(Chunk& chunk) : builder_(chunk.builder), lanes_(chunk.lanes) {}

    llvm::Value* concatenate(llvm::ArrayRef<llvm::Value*> vectors);
    Parts in_pieces(llvm::Value* elements, unsigned count);
    llvm::Value* interleave(llvm::ArrayRef<llvm::Value*> parts);
    Parts deinterleave(llvm::Value* wide, unsigned count);
    /// Returns one vector for each element. `pieces` contain the elements of all lanes; each lane has as many elements
    /// as there are pieces. If `interleaved`, the elements of one lane are adjacent in a piece; otherwise, the elements
    /// that have the same number in different lanes are adjacent.
    Parts unzip(const Parts& pieces, bool interleaved = true);
    /// Returns one vector for each element. Each block of n = `rows.size()` elements (2 or 4) in the vectors `rows`
    /// belongs to one lane. The first returned vector contains the lanes 0, n, 2 * n and so on; the next one contains
    /// the lanes 1, n + 1, and so on. Shuffles move elements only within blocks of 128 bits.
    Parts transpose_blocks(const Parts& rows);
    /// Reverses unzip().
    Parts zip(llvm::ArrayRef<llvm::Value*> parts, bool interleaved = true);
    /// Returns pieces that repeat each lane's value in `lanes` for all of the lane's `count` elements.
    Parts spread(llvm::Value* lanes, unsigned count);

private:
    llvm::Value* unpack(llvm::Value* first, llvm::Value* second, unsigned block, unsigned unit, bool is_high);

    llvm::IRBuilder<>& builder_;
    const unsigned lanes_;
};

}  // namespace lanewise::compiler
