// Loads elements that usually, but not provably, lie within one register's width of each other
// (analysis/shapes/likely_stride.h), as in x[i / 2] or scales[i / 32]. Several lanes may share an element. One load
// reads all elements from the first lane's to the last lane's, and a permutation gives each lane its own element.
//
//   %index = lshr <16 x i32> <a ramp>, 1
// becomes
//   %from = %index - %index[0]
//   %near = all(%from <= %from[15]) and %from[15] < 16, without wrapping
//   br i1 %near, label %window, label %gather
//   %window: load %from[15] + 1 elements at %index[0], permute them by %from
//
// The load does not fault: each loaded element lies between two elements that lanes access. The two accessed elements
// lie in at most two adjacent pages, so the loaded element is in the page of one of them.
//
// If lanes divide a ramp by a power of two, their elements are always near each other. The distance of each lane's
// element then follows from the first lane's remainder. The only test is whether ramp and index wrap around before they
// are extended to the width of an address. The registers of a chunk (pieces) mostly share one permutation.
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
    /// The elements from the first to the last one that the lanes of a piece read. A piece is the group of lanes that
    /// one permutation handles.
    struct Window {
        llvm::Value* place;   // index of the first element, as wide as an address
        llvm::Value* wanted;  // mask of the elements to load
        llvm::Value* from;    // for each lane, the distance of its element from the first element
    };
    /// The active lanes of a piece.
    struct LanesOn {
        llvm::Value *first, *last;  // numbers of the first and the last active lane
        llvm::Value* mask;          // mask of the active lanes; null: all lanes
        llvm::Value* none;          // i1: whether no lane is active; null if `mask` is null
    };
    struct Windows {
        llvm::SmallVector<Window, 8> pieces;
        llvm::Value* hold = nullptr;  // i1: whether the windows contain all elements; null: always

        /// Adds `condition`, which may be null, to `hold`. The result is true without it if no lane of the piece is
        /// active.
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
