// Loads elements that are usually, but not provably, near each other, as in x[i / 2] or scales[i / 32]
// (analysis/shapes/likely_stride.h). Elements are near each other if one register can hold all elements from the first
// to the last of them. Several lanes may load the same element. One load reads all elements from the first lane's
// element to the last lane's element, and a permutation gives each lane its own element.
//
//   %index = lshr <16 x i32> <a ramp>, 1
// becomes
//   %from = %index - %index[0]
//   %near = all(%from <= %from[15]) and %from[15] < 16, without wrapping
//   br i1 %near, label %window, label %gather
//   %window: load %from[15] + 1 elements at %index[0], permute them by %from
//
// The load does not fault: each loaded element lies between two elements that lanes access. The two accessed elements
// lie in one page or in two adjacent pages, so each loaded element lies in a page that a lane accesses.
//
// If the index is a ramp divided by a power of two, the first lane's remainder determines each lane's distance from the
// first element. Tests are then needed only for two cases: the ramp or the index may wrap around, or the first lane's
// remainder may move the last element out of the window. In most cases, all pieces (registers) of a vector of W lanes
// use the same permutation.
//
// Thread-safety: one Chunk per thread.
#pragma once

#include "compiler/analysis/shapes/ramp_quotient.h"
#include "compiler/widen/chunk/permute.h"
#include "compiler/widen/memory/lane_index.h"
#include "compiler/widen/memory/scattered.h"

namespace lanewise::compiler {

class Nearness {
public:
    explicit Nearness(Chunk& chunk) : chunk_(chunk) {}

    /// Requires that the access is AccessKind::likely_window.
    Parts load(const Access& access, const llvm::Value* pointer);

private:
    /// All elements from the first to the last of the elements that the lanes of a piece load. A piece consists of the
    /// lanes that one permutation handles.
    struct Window {
        llvm::Value* place;   // index of the first element, as wide as an address
        llvm::Value* wanted;  // mask of the elements to load
        llvm::Value* from;    // for each lane, the distance of its element from the first element
    };
    /// The active lanes of a piece.
    struct LanesOn {
        llvm::Value *first, *last;  // numbers of the first and the last active lane
        llvm::Value* mask;          // mask of the active lanes; null if all lanes are active
        llvm::Value* none;          // i1 that is true if no lane is active; null if `mask` is null
    };
    struct Windows {
        llvm::SmallVector<Window, 8> pieces;
        llvm::Value* hold =
            nullptr;  // i1 that is true if the windows contain all lanes' elements; null if they always do

        /// Adds a condition to `hold`: either `condition` is true, or the piece has no active lane. `condition` may be
        /// null.
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
