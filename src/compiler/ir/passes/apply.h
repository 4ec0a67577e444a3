// Runs a list of passes on a function from within another pass, and invalidates the analyses that these passes do not
// preserve.
//
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

inline void apply(llvm::Function& function, llvm::FunctionAnalysisManager& analyses, llvm::FunctionPassManager passes) {
    analyses.invalidate(function, passes.run(function, analyses));
}

}  // namespace lanewise::compiler
