// Makes accesses in which lanes exchange addresses: p[i ^ 1], p[i ^ distance] (access/exchange.h). The lanes of one
// register access an aligned block of memory by one vector access and a permutation:
//
//   %index = xor i32 <a ramp>, %distance
// becomes
//   %aligned = (%ramp[0] & 15) == 0, and the index does not wrap around
//   br i1 %aligned, label %block, label %gather
//   %block: load 16 elements at (%ramp[0] ^ %distance) & -16, permute them by <0, 1, 2, ...> ^ (%distance & 15)
//
// An exchange is its own inverse, so stores permute their values in the same way. Masks are permuted, too.
//
// Thread-safety: one Chunk per thread.
#pragma once

#include "compiler/widen/chunk/permute.h"
#include "compiler/widen/memory/lane_index.h"
#include "compiler/widen/memory/scattered.h"

namespace lanewise::compiler {

class Exchanges {
public:
    explicit Exchanges(Chunk& chunk) : chunk_(chunk) {}

    /// load() and store() require that the access is AccessKind::exchange.
    Parts load(const Access& access, const llvm::Value* pointer);
    void store(const Access& access, const llvm::Value* pointer, const Parts& values);

private:
    struct Blocks {
        llvm::Value* hold;
        llvm::SmallVector<llvm::Value*, 8> places;
        llvm::Value* from;  // for each lane, the lane (of the same register) from which it gets its element
        Parts masks;        // for each block, the mask of its elements; empty if all elements are accessed
    };
    Blocks blocks(const llvm::Value* pointer);

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    Masks& masks_ = chunk_.masks;
    const ShapeInfo& shapes_ = chunk_.shapes;
    const unsigned lanes_ = chunk_.lanes;
    Permute permute_{chunk_};
    Shuffles shuffles_{chunk_};
    Scattered scattered_{chunk_};
};

}  // namespace lanewise::compiler
