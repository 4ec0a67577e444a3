// Inlines every call of a defined function into the kernels, so that one function holds one kernel:
// later passes need no call graph. Late builtins, `ocl.*` operations, imports and intrinsics are
// declarations at this point and stay calls. Functions that are no kernel disappear. What would become too large
// is not copied for every call: see share_bodies.h.
//
// Needs: no recursion (recursion/fold_recursion.h).
//
//   define spir_func float @f(float %x) { ... ret float %y }
//   define spir_kernel void @k(...) { %a = call float @f(float %b) ... }
// becomes
//   define spir_kernel void @k(...) { <body of f> ... }
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

struct InlineAll : llvm::PassInfoMixin<InlineAll> {
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }
};

/// Removes attributes of the front end that forbid inlining or differ between library and program, and
/// asks that `function` be inlined unless it is a kernel.
void make_inlinable(llvm::Function& function);

}  // namespace lanewise::compiler
