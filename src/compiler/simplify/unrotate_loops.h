// Moves the exit test of a loop from the end of its body to the beginning. The test must be known to be true before the
// first iteration. Compilers that optimize before they write SPIR-V move exit tests to the end (loop rotation). Loops
// from OpenCL C have exit tests at the beginning, where FastPaths and other passes look for them.
//
//         %c = icmp slt i32 %start, %n                         br label %head
//         br i1 %c, label %body, label %end            head:   %i = phi i32 [ %start, ... ], [ %next, %body ]
//   body: %i = phi i32 [ %start, ... ], [ %next, %body ]       %again = icmp slt i32 %i, %n
//         ...                                       ->         br i1 %again, label %body, label %end
//         %next = add i32 %i, 1                        body:   ...
//         %again = icmp slt i32 %next, %n                      %next = add i32 %i, 1
//         br i1 %again, label %body, label %end                br label %head
//
// The test before the loop is removed, too, if nothing else depends on it. Needs and preserves the form that
// Canonicalize makes.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct UnrotateLoops : llvm::PassInfoMixin<UnrotateLoops> {
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace lanewise::compiler
