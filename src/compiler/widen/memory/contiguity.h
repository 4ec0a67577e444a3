// Makes accesses to addresses that are usually, but not provably, consecutive from lane to lane
// (analysis/shapes/likely_stride.h). Tests at run time whether the lanes' indices, or factors of these indices, are
// consecutive. The test costs far less than a gather.
//
//   %index = srem <16 x i32> ..., <a ramp> ...
// becomes
//   %same = all(%index == %index[0] + <0, 1, 2, ...>), without wrapping
//   br i1 %same, label %contiguous, label %gather
//
// Thread-safety: one Chunk per thread.
#pragma once

#include "compiler/widen/memory/scattered.h"
#include "compiler/widen/memory/spans.h"

namespace lanewise::compiler {

class Contiguity {
public:
    explicit Contiguity(Chunk& chunk) : chunk_(chunk) {}

    /// load() and store() require that the access is AccessKind::likely_contiguous.
    Parts load(const Access& access, const llvm::Value* pointer);
    void store(const Access& access, const llvm::Value* pointer, const Parts& values);

private:
    struct Ramp {
        llvm::Value* holds;
        llvm::Value* place;  // address of the first lane
    };
    Ramp ramp(const llvm::Value* pointer);

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    Masks& masks_ = chunk_.masks;
    const ShapeInfo& shapes_ = chunk_.shapes;
    const unsigned lanes_ = chunk_.lanes;
    Spans spans_{chunk_};
    Scattered scattered_{chunk_};
};

}  // namespace lanewise::compiler
