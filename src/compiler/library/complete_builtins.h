// Completes builtins by inlining their callees. The module contains only code of the builtin library. Its builtins are
// the functions without callers in the module.
//
//   define float @_Z3sinf(float %x) {               ; becomes
//     %r = call float @__lw_reduce(float %x)        ;   the body of __lw_reduce
//     ...                                           ;   ...
//   define float @__lw_reduce(float %x)             ; is gone
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct CompleteBuiltins : llvm::PassInfoMixin<CompleteBuiltins> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
    static bool isRequired() { return true; }
};

}  // namespace lanewise::compiler
