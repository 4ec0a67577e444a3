// Makes strided accesses by whole vectors, which cover the elements of all lanes and the elements in between.
//
//   v[2 * i], W = 4   %0 = load <4 x i32>, ptr %a            elements 0 to 3
//                     %1 = load <4 x i32>, ptr %a + 12 bytes elements 3 to 6: nothing beyond the last lane's is touched
//                     %v = shufflevector %0, %1, <0, 2, 5, 7>
//
// Thread-safety: one object per chunk function and thread.
#pragma once

#include "compiler/access/span.h"
#include "compiler/widen/chunk/shuffles.h"
#include "compiler/widen/memory/place.h"

namespace lanewise::compiler {

class Spans {
public:
    explicit Spans(Chunk& chunk) : chunk_(chunk) {}

    /// Loads the span. Returns one vector for each element that a lane accesses. `mask` must be null if the
    /// target has no masked memory accesses for the elements (VectorIsa::has_masked_memory).
    Parts load(const Access& access, llvm::Value* base, const Span& span, llvm::Value* mask);
    void store(const Access& access, llvm::Value* base, const Span& span, const Parts& values, llvm::Value* mask);

    /// Loads the span and returns its elements in the order of memory, as vectors of W elements.
    Parts load_pieces(const Access& access, llvm::Value* base, const Span& span, llvm::Value* mask);
    void store_piece(const Access& access, llvm::Value* base, const Span& span, unsigned piece, llvm::Value* value,
                     llvm::Value* mask);

private:
    unsigned piece_start(const Span& span, unsigned piece) const;
    llvm::Value* piece_mask(const Access& access, const Span& span, unsigned piece, llvm::Value* mask);

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    Masks& masks_ = chunk_.masks;
    const unsigned lanes_ = chunk_.lanes;
    Shuffles shuffles_{chunk_};
};

}  // namespace lanewise::compiler
