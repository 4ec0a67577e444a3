// Assumes that no two of the kernel's global pointers point into the same object if one of them is written through
// (no-alias versioning). No load through one pointer then sees a store through another. A loop may then keep an element
// of memory in a register, and loads may be merged across stores, as with `restrict` in the source.
//
//   for (int k = 0; k < n; ++k) c[i] += a[k * n + i] * b[k];
//
// Pointers to local memory point into different objects anyway. The pass marks each argument for SpaceAliases, and the
// fact `written_apart` on the kernel names the arguments that are written. The runtime uses other code for a launch
// whose arguments share an object. If the code is for any launch (CodeOptions::shared_objects), or launches are
// expected to share objects, the pass assumes nothing and sets the fact `gains_apart` instead.
//
// Kernels that would gain nothing are not changed: kernels that load nothing after a store. One code then serves all
// launches of such a kernel, even launches in place (`a += b`). Kernels whose work-items communicate
// (analysis/communication.h) are not changed either. Runs on a kernel in the form that Canonicalize makes.
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

#include "lanewise/compiler.h"

namespace lanewise::compiler {

struct AssumeNoAlias : llvm::PassInfoMixin<AssumeNoAlias> {
    explicit AssumeNoAlias(bool shared_objects = false, const ExpectedLaunches* launches = nullptr)
        : shared_objects_(shared_objects), launches_(launches) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

private:
    bool shared_objects_;
    const ExpectedLaunches* launches_;
};

}  // namespace lanewise::compiler
