// Gives every cycle of the control flow one entry. A goto or a switch in OpenCL C can enter a loop in its middle, and
// so make a cycle with several entries. For each of these cycles, the pass makes one new block. All edges to the
// cycle's first entry, and all edges from outside the cycle to its other entries, are redirected to this new block. The
// new block then branches to the entry to which the redirected edge led before. (LLVM's FixIrreducible crashes on
// switches and makes wrong phis.)
//
//   a: br i1 %x, label %b, label %c              a:     br i1 %x, label %to_b, label %to_c
//   b: br label %c                               entry: %goal = phi i32 [ 0, %to_b ], [ 1, %to_c ], [ 0, %to_b2 ]
//   c: br i1 %y, label %b, label %end                   %is = icmp eq i32 %goal, 0
//                                                       br i1 %is, label %b, label %c
//                                                b:     br label %c
//                                                c:     br i1 %y, label %to_b2, label %end
//
// The first entry is the one that comes first in the source. Work-items of a sub-group that enter at %c run %c together
// with work-items that come through %b, as on processors that run the least advanced work-items first.
//
// In a cycle with many entries, all edges to entries go to the new block, so the inner cycles of this cycle disappear.
//
// A later pass that adds entries into the middle of loops runs ReducibleFlow again, and passes the headers of these
// loops to the constructor. Each header then becomes the first entry of its loop, even if the loop is entered only in
// its middle. As a result, the iterations of the loop stay the same.
//
// In functions that contain cycles with several entries, values that live across blocks are in memory while the pass
// runs.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

class ReducibleFlow : public llvm::PassInfoMixin<ReducibleFlow> {
public:
    /// `headers` are blocks that become the first entries of their loops; headers of outer loops come before headers of
    /// inner loops.
    explicit ReducibleFlow(llvm::ArrayRef<llvm::BasicBlock*> headers = {}) : headers_(headers) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }

private:
    llvm::SmallVector<llvm::BasicBlock*, 4> headers_;
};

/// Whether a cycle can be entered at more than one block.
bool has_irreducible_flow(llvm::Function& function);

}  // namespace lanewise::compiler
