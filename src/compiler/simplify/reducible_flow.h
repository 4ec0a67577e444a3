// Gives every cycle of the control flow one entry. In OpenCL C, a goto or a switch makes others: both can
// enter a loop in its middle. The edges to the first entry of such a cycle, and those from outside to the others, lead
// to one new block, which goes on to the entry that the edge was for. (LLVM's FixIrreducible crashes on switches and
// makes wrong phis.)
//
//   a: br i1 %x, label %b, label %c              a:     br i1 %x, label %to_b, label %to_c
//   b: br label %c                               entry: %goal = phi i32 [ 0, %to_b ], [ 1, %to_c ], [ 0, %to_b2 ]
//   c: br i1 %y, label %b, label %end                   %is = icmp eq i32 %goal, 0
//                                                       br i1 %is, label %b, label %c
//                                                b:     br label %c
//                                                c:     br i1 %y, label %to_b2, label %end
//
// The first entry is the one that the source has first: of the work-items of a sub-group, those that enter at %c are
// there joined by those that come through %b, as they are on processors that go on where the most are behind.
//
// Where loops have come to be entered in their middle behind that, by a pass that knows what is a loop, it names their
// headers: each is then the first entry of its loop, also of one that is entered nowhere but in its middle. So rounds
// of the loop stay what they were.
//
// Values take a way through memory for it, in functions with such cycles alone.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

class ReducibleFlow : public llvm::PassInfoMixin<ReducibleFlow> {
public:
    /// `headers`: of loops that are to begin there, outer loops before those in them.
    explicit ReducibleFlow(llvm::ArrayRef<llvm::BasicBlock*> headers = {}) : headers_(headers) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }

private:
    llvm::SmallVector<llvm::BasicBlock*, 4> headers_;
};

/// Whether a cycle can be entered at more than one block.
bool has_irreducible_flow(llvm::Function& function);

}  // namespace lanewise::compiler
