// Makes the blocks, branches and phis of a chunk function. The blocks and branches are the same as in the linearized
// kernel, where all lanes take every branch together. A phi becomes one vector phi for each element, or a scalar phi of
// lane 0 if the phi's shape allows that. Phis are completed when all blocks are made.
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
    /// Moves the builder to the start of the code that is made for the block `original`.
    void start_block(const llvm::BasicBlock& original);
    /// Ends the code that is made for the block `original`; the builder must be at the end of this code.
    void end_block(const llvm::BasicBlock& original);
    void widen_terminator(llvm::Instruction& terminator);
    /// Widens phis; false for other instructions.
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
