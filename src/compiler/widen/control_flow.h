// Blocks, branches and phis of a chunk: those of the linearized kernel, all of whose branches all lanes take together.
// A phi becomes one for each element (or lane 0's, where that says all), and is completed when all blocks are made.
//
//   loop: %s = phi float [ 0.0, %entry ], [ %t, %loop ]       loop: %s = phi <W x float> [ zeroinitializer, %entry ],
//         ...                                                                            [ %t, %loop ]
//         br i1 %more, label %loop, label %end                      br i1 %more, label %loop, label %end
//
// Thread-safety: one object per chunk function and thread.
#pragma once

#include <vector>

#include "compiler/widen/chunk/chunk.h"

namespace lanewise::compiler {

class ControlFlow {
public:
    explicit ControlFlow(Chunk& chunk) : chunk_(chunk) {}

    void add_block(const llvm::BasicBlock& original);
    /// Puts the builder to where the code of `original` starts.
    void start_block(const llvm::BasicBlock& original);
    /// Needs that the code of `original` ends where the builder is.
    void end_block(const llvm::BasicBlock& original);
    void widen_terminator(llvm::Instruction& terminator);
    /// Phis.
    bool widen(llvm::Instruction& original);
    void complete_phis();

private:
    struct WidePhi {
        llvm::PHINode* original;
        Parts parts;
        unsigned row;
    };

    void complete(const WidePhi& phi);

    Chunk& chunk_;
    llvm::IRBuilder<>& builder_ = chunk_.builder;
    LaneValues& values_ = chunk_.values;
    const ShapeInfo& shapes_ = chunk_.shapes;
    llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> first_blocks_;
    llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> last_blocks_;
    std::vector<WidePhi> phis_;
};

}  // namespace lanewise::compiler
