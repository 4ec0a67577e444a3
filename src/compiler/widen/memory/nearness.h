// Makes loads of elements that mostly fit into one register with the gaps between them, though nothing proves it
// (analysis/shapes/likely_stride.h): x[i / 2], scales[i / 32]. Some lanes may share an element. One load brings all
// elements from that of the first lane to that of the last, and a permutation gives each lane its own.
//
//   %index = lshr <16 x i32> <a ramp>, 1
// becomes
//   %from = %index - %index[0]
//   %near = all(%from <= %from[15]) and %from[15] < 16, without wrapping
//   br i1 %near, label %window, label %gather
//   %window: load %from[15] + 1 elements at %index[0], permute them by %from
//
// The load does not fault: all elements between two that lanes access are in a page of one of these.
//
// If lanes divide a ramp by a power of two, they are always near each other. The remainder of the first lane tells how
// far each of the others is away. The only test is then whether ramp and index wrap around before they are extended to
// the index of an address. Pieces of a chunk mostly share one permutation.
//
// Thread-safety: as for the chunk.
#pragma once

#include "compiler/analysis/shapes/ramp_quotient.h"
#include "compiler/widen/chunk/permute.h"
#include "compiler/widen/memory/lane_index.h"
#include "compiler/widen/memory/scattered.h"

namespace lanewise::compiler {

class Nearness {
public:
    explicit Nearness(Chunk& chunk) : chunk_(chunk) {}

    bool is_likely(const Access& access, const llvm::Value* pointer) const;
    /// Needs `is_likely`.
    Parts load(const Access& access, const llvm::Value* pointer);

private:
    /// The elements from the first to the last that the lanes of a piece read. A piece has as many lanes as a
    /// permutation takes.
    struct Window {
        llvm::Value* place;   // index of the first element, as wide as an address
        llvm::Value* wanted;  // mask of the elements that are loaded
        llvm::Value* from;    // for each lane, its element's distance from the first
    };
    /// The lanes of a piece that are on.
    struct LanesOn {
        llvm::Value *first, *last;  // their numbers
        llvm::Value* mask;          // null: all are on
        llvm::Value* none;          // whether none is on; null if `mask` is
    };
    struct Windows {
        llvm::SmallVector<Window, 8> pieces;
        llvm::Value* hold = nullptr;  // whether the windows are right; null: always

        /// Demands `condition` as well, which may be null, unless no lane of the piece is on.
        void also(llvm::IRBuilder<>& builder, const LanesOn& on, llvm::Value* condition);
    };
    LanesOn lanes_on(unsigned piece);
    llvm::Value* distances(const llvm::Value* part);
    Windows tried(const LaneIndex& index);
    Windows known(const LaneIndex& index, const RampQuotient& quotient);
    llvm::Value* wanted(const LanesOn& on, llvm::Value* last);
    unsigned pieces() const { return lanes_ / permute_.piece_lanes(); }

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
