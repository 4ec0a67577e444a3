// Widens loads and stores, depending on the shape of the address and on the type. If all lanes have the same address,
// the element is loaded only once, or the last active lane's value is stored. Accesses of unusual types (i24), and
// volatile or atomic accesses, are made lane by lane; lane_access.h makes all other accesses. A volatile access of all
// lanes to element i of an interleaved private array becomes one vector access, which covers element i of every lane's
// array.
//
//   store i32 %v, ptr %p (uniform)    %l = <the highest lane that is on>
//                                     %x = extractelement <W x i32> %v.lanes, i32 %l
//                                     store i32 %x, ptr %p
//
// Thread-safety: one Chunk per thread.
#pragma once

#include "compiler/widen/chunk/lane_loop.h"
#include "compiler/widen/memory/lane_access.h"
#include "compiler/widen/memory/ordered_access.h"

namespace lanewise::compiler {

class LoadStore {
public:
    explicit LoadStore(Chunk& chunk) : chunk_(chunk) {}

    bool widen(llvm::Instruction& original);

private:
    void widen_load(llvm::LoadInst& load);
    void widen_store(llvm::StoreInst& store);
    Parts unpack(const Parts& packed, const Access& access);
    void store_last_lane(llvm::StoreInst& store);
    bool is_row(const llvm::Instruction& access) const;
    void load_row(llvm::LoadInst& load);
    void store_row(llvm::StoreInst& store);

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    Masks& masks_ = chunk_.masks;
    const ShapeInfo& shapes_ = chunk_.shapes;
    const unsigned lanes_ = chunk_.lanes;
    Shuffles shuffles_{chunk_};
    LaneLoop serial_{chunk_};
    LaneAccess lane_access_{chunk_};
    OrderedAccess ordered_access_{chunk_};
};

}  // namespace lanewise::compiler
