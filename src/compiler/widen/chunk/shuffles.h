// The same elements of all lanes in other orders: source vectors as memory holds them (all elements of lane 0, then of
// lane 1...) and one vector for each element.
//
//   interleave(parts)         x0 x1 .., y0 y1 ..       ->  x0 y0 x1 y1 ..        one shuffle of everything
//   deinterleave(wide, 2)     x0 y0 x1 y1 ..           ->  x0 x1 .., y0 y1 ..
//   zip, unzip                the same between parts and as many pieces of W elements, in steps that take two vectors
//                             each, log2(count) for each result: where a shuffle of two vectors is one instruction,
//                             the code generator needs half as many again for one shuffle of everything
//   in_pieces, concatenate    one long vector and pieces of W elements
//
//   unzip, 4 elements, 4 of the 16 lanes in each piece, 0 to 3 the elements:
//     0123 0123 0123 0123 | 0123 ...   two pieces, four of them
//     0000 0000 1111 1111 | 2222 ...   half of the elements, twice the lanes
//     0000 0000 0000 0000 | 1111 ...   one element, all lanes
//
// Thread-safety: as the builder.
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
    /// `pieces` hold as many elements of all lanes, interleaved or one element behind the other.
    Parts unzip(const Parts& pieces, bool interleaved = true);
    /// Of vectors whose blocks of `rows.size()` elements (2 or 4) hold what one lane has: the first has lanes 0, n, 2 *
    /// n and so on, the next one 1, n + 1, ... Code stays within blocks of 128 bits.
    Parts transpose_blocks(const Parts& rows);
    /// The same backwards as unzip.
    Parts zip(llvm::ArrayRef<llvm::Value*> parts, bool interleaved = true);
    /// Pieces in which what each lane has in `lanes` stands for all of its `count` elements.
    Parts spread(llvm::Value* lanes, unsigned count);

private:
    llvm::Value* unpack(llvm::Value* first, llvm::Value* second, unsigned block, unsigned unit, bool is_high);

    llvm::IRBuilder<>& builder_;
    const unsigned lanes_;
};

}  // namespace lanewise::compiler
