// Loads of lanes that mostly lie within a register's elements of each other, some of them in the same place, though
// nothing proves it (analysis/likely_stride.h): x[i / 2], scales[i / 32]. One load brings all that lies between the
// first and the last lane's element, and a permutation gives each lane its own.
//
//   %index = lshr <16 x i32> <a ramp>, 1
// becomes
//   %from = %index - %index[0]
//   %near = all(%from <= %from[15]) and %from[15] < 16, without wrapping
//   br i1 %near, label %window, label %gather
//   %window: load %from[15] + 1 elements at %index[0], permute them by %from
//
// What lies between two elements that lanes access is in a page of one of them.
//
// Where lanes divide a ramp by a power of two, they are near each other whatever it is, and how far each is from the
// first one is what the remainder of the first says: nothing is tried but whether ramp and index wrap around before
// they are extended to the index of an address, and pieces of a chunk mostly share one permutation.
//
// Thread-safety: as the chunk.
#pragma once

#include "compiler/analysis/ramp_quotient.h"
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
    /// What the lanes of a piece that are on lie in; a piece is as many lanes as a permutation takes.
    struct Window {
        llvm::Value* place;   // index of its first element, that of an address
        llvm::Value* wanted;  // which elements behind it are loaded
        llvm::Value* from;    // for each lane, how far behind it
    };
    /// Of a piece's lanes.
    struct LanesOn {
        llvm::Value *first, *last;  // numbers
        llvm::Value* mask;          // null: all are
        llvm::Value* none;          // whether none is; null as well
    };
    struct Windows {
        llvm::SmallVector<Window, 8> pieces;
        llvm::Value* hold = nullptr;  // null: whatever the indices are

        /// That holds as well unless no lane of the piece is on; may be null.
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
