// Inlines every call of a defined function into the kernels, so that a kernel is one function and later passes need no
// call graph. Calls of late builtins, `ocl.*` operations, imports and intrinsics stay calls, because these functions
// are only declared at this point. Functions other than kernels disappear, except for functions whose copies would make
// a kernel too large (kept_functions.h).
//
// Needs a module without recursion (recursion/fold_recursion.h).
//
//   define spir_func float @f(float %x) { ... ret float %y }
//   define spir_kernel void @k(...) { %a = call float @f(float %b) ... }
// becomes
//   define spir_kernel void @k(...) { <body of f> ... }
#pragma once

#include <llvm/IR/PassManager.h>

#include "lanewise/compiler.h"

namespace lanewise::compiler {

class InlineAll : public llvm::PassInfoMixin<InlineAll> {
public:
    explicit InlineAll(KeptCalls calls = KeptCalls::where_too_large) : calls_(calls) {}
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
    static bool isRequired() { return true; }

private:
    KeptCalls calls_;
};

/// Removes attributes that the front end set and that forbid inlining or differ between library and program. Marks
/// `function` for inlining unless it is a kernel.
void make_inlinable(llvm::Function& function);

}  // namespace lanewise::compiler
