// Serializes instructions that only one lane at a time can execute: calls, printf, atomics, volatile accesses. Makes a
// loop over the set bits of the mask, in the order of lanes. The lanes' operands and results are stored in arrays on
// the stack.
//
//   %r = call i32 @f(i32 %x)        store <W x i32> %x.lanes, ptr %operands
//                                   br i1 <some lane is on>, label %lanes, label %end
//                                 lane:
//                                   %left = phi i64 [ <the mask's bits>, %lanes ], [ %rest, %lane ]
//                                   %l = cttz i64 %left
//                                   %x = load i32, ptr <operand %l>
//                                   %r = call i32 @f(i32 %x)
//                                   store i32 %r, ptr <result %l>
//                                   %rest = <%left without its lowest bit>
//                                   br i1 (%rest != 0), label %lane, label %end
//                                 end:
//                                   %r.lanes = load <W x i32>, ptr %results
//
// Thread-safety: one object per chunk function and thread.
#pragma once

#include <llvm/ADT/DenseMap.h>

#include "compiler/widen/chunk/chunk.h"

namespace lanewise::compiler {

class LaneLoop {
public:
    explicit LaneLoop(Chunk& chunk) : chunk_(chunk) {}

    void run(llvm::Instruction& original);
    /// Runs `original` only for the lanes in the mask `turns`, a subset of the active lanes. For all other lanes,
    /// `otherwise` contains the results.
    void run(llvm::Instruction& original, llvm::Value* turns, const Parts& otherwise);

private:
    using Arrays = llvm::DenseMap<const llvm::Value*, Parts>;  // for each operand, one array per element

    llvm::Value* new_array(llvm::Type* leaf);
    llvm::Value* extended(llvm::Value* part);
    Arrays store_operands(const llvm::Instruction& original);
    void for_each_lane(llvm::Value* turns, llvm::function_ref<void(llvm::Value* lane)> run_lane);
    void run_lane(const llvm::Instruction& original, llvm::Value* lane, const Arrays& operands, const Parts& results);
    llvm::Value* lane_value(const llvm::Value* original, llvm::Value* lane, const Arrays& arrays);
    void store_results(const Parts& values, const Parts& results);
    Parts new_results(const llvm::Instruction& original);
    Parts load_results(llvm::Type* type, const Parts& results);

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
};

}  // namespace lanewise::compiler
