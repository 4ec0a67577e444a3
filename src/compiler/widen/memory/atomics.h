// Atomics and fences: one atomic of the lanes' total where nobody looks at the old values and all lanes go to one
// place, otherwise one for each lane that is on, in their order.
//
//   atomicrmw add ptr %p, i32 %x    %total = call i32 @llvm.vector.reduce.add(<W x i32> <%x.lanes, 0 where off>)
//   (%p uniform, no use)            atomicrmw add ptr %p, i32 %total
//
// Thread-safety: as the chunk.
#pragma once

#include "compiler/widen/chunk/lane_loop.h"

namespace lanewise::compiler {

class Atomics {
public:
    explicit Atomics(Chunk& chunk) : chunk_(chunk) {}

    bool widen(llvm::Instruction& original);

private:
    void widen_atomic(llvm::AtomicRMWInst& atomic);
    void unroll(llvm::AtomicRMWInst& atomic);
    bool reduce(llvm::AtomicRMWInst& atomic);

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    Masks& masks_ = chunk_.masks;
    const ShapeInfo& shapes_ = chunk_.shapes;
    const unsigned lanes_ = chunk_.lanes;
    LaneLoop serial_{chunk_};
};

}  // namespace lanewise::compiler
