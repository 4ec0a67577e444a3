// Widens atomics and fences. If all lanes access the same address, their atomics are joined into one, provided that the
// old values are unused or can be computed by sums (analysis/shapes/joined_atomics.h). Otherwise each active lane
// executes an atomic, in lane order.
//
//   atomicrmw add ptr %p, i32 %x    %total = call i32 @llvm.vector.reduce.add(<W x i32> <%x.lanes, 0 where off>)
//   (%p uniform, no use)            atomicrmw add ptr %p, i32 %total
//
//   %old = atomicrmw ... (used)     %first = atomicrmw add ptr %p, i32 %total
//                                   %old = add <W x i32> <splat %first>, <sums of %x.lanes before each lane>
//
// An atomic minimum or maximum usually leaves the value in memory unchanged. Therefore lanes load the value first, and
// only lanes that would change this value execute an atomic.
//
// Thread-safety: one Chunk per thread.
#pragma once

#include "compiler/widen/chunk/lane_loop.h"
#include "compiler/widen/chunk/lane_sums.h"
#include "compiler/widen/memory/lane_access.h"

namespace lanewise::compiler {

class Atomics {
public:
    explicit Atomics(Chunk& chunk) : chunk_(chunk) {}

    bool widen(llvm::Instruction& original);

private:
    void widen_atomic(llvm::AtomicRMWInst& atomic);
    void unroll(llvm::AtomicRMWInst& atomic);
    void take_turns_where_it_matters(llvm::AtomicRMWInst& atomic);
    void join(llvm::AtomicRMWInst& atomic);
    llvm::Value* reduced(const llvm::AtomicRMWInst& atomic);
    llvm::Value* make_one(const llvm::AtomicRMWInst& atomic, llvm::Value* operand);

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    Masks& masks_ = chunk_.masks;
    const ShapeInfo& shapes_ = chunk_.shapes;
    const unsigned lanes_ = chunk_.lanes;
    LaneLoop serial_{chunk_};
    LaneAccess lane_access_{chunk_};
    LaneSums sums_{chunk_};
};

}  // namespace lanewise::compiler
