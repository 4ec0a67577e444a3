// Loads and stores source vectors in such a way that the elements have the same order in registers as in memory
// (chunk/element_order.h). If each of the W lanes has a vector of n elements, the elements of all lanes are accessed as
// n vectors of W elements. The first of these vectors contains all elements of the first W / n lanes.
//
//   %v = load <2 x float>, ptr %a, W = 4    %v.0 = load <4 x float>, ptr %a              x0 y0 x1 y1
//                                           %v.1 = load <4 x float>, ptr %a + 16 bytes   x2 y2 x3 y3
//
// Thread-safety: one Chunk per thread.
#pragma once

#include "compiler/widen/chunk/shuffles.h"
#include "compiler/widen/memory/lane_access.h"
#include "compiler/widen/memory/spans.h"

namespace lanewise::compiler {

class OrderedAccess {
public:
    explicit OrderedAccess(Chunk& chunk) : chunk_(chunk) {}

    Parts load(const Access& access, const llvm::Value* pointer);
    void store(const Access& access, const llvm::Value* pointer, const Parts& pieces);

private:
    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    Masks& masks_ = chunk_.masks;
    const unsigned lanes_ = chunk_.lanes;
    Shuffles shuffles_{chunk_};
    Spans spans_{chunk_};
    LaneAccess lane_access_{chunk_};
};

}  // namespace lanewise::compiler
