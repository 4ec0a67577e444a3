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
// Thread-safety: as the chunk.
#pragma once

#include "compiler/widen/chunk/permute.h"
#include "compiler/widen/memory/scattered.h"

namespace lanewise::compiler {

class Nearness {
public:
    explicit Nearness(Chunk& chunk) : chunk_(chunk) {}

    bool is_likely(const Access& access, const llvm::Value* pointer) const;
    /// Needs `is_likely`.
    Parts load(const Access& access, const llvm::Value* pointer);

private:
    struct Indices {
        llvm::Value* whole;  // before it is extended to that of an address
        llvm::Value* part;   // what sets lanes apart
        bool is_signed;
    };
    /// Of as many lanes as a permutation takes.
    struct Window {
        llvm::Value* first;  // index of the first lane that is on
        llvm::Value* last;   // how far the last one's is from it
        llvm::Value* from;   // how far all lanes' are
        llvm::Value* some;   // whether a lane is on; null: all are
        llvm::Value* holds;  // for each lane, whether it lies in the window
        llvm::Value* fits;
    };
    const llvm::Value* varying_part(const llvm::Value* index) const;
    Indices indices(const llvm::Value* index);
    Window window(const Indices& indices, unsigned piece);
    llvm::Value* load_window(const Access& access, const Window& window, llvm::Value* place);
    llvm::Value* slice(llvm::Value* vector, unsigned piece);

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
