// Loads and stores source vectors in memory's order (chunk/element_order.h). Vectors of n elements take n pieces of W
// elements each; the first piece has all elements of the first W / n lanes.
//
//   %v = load <2 x float>, ptr %a, W = 4    %v.0 = load <4 x float>, ptr %a              x0 y0 x1 y1
//                                           %v.1 = load <4 x float>, ptr %a + 16 bytes   x2 y2 x3 y3
//
// Thread-safety: as for the chunk.
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
