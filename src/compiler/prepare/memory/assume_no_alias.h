// Assumes that two global pointers of a kernel point into different objects if the kernel writes through at least one
// of the two (no-alias versioning). Then no load through one pointer reads what a store through another pointer wrote.
// A loop may keep a memory element in a register, and loads may be merged across stores, as with `restrict` in the
// source.
//
//   for (int k = 0; k < n; ++k) c[i] += a[k * n + i] * b[k];
//
// Pointers to local memory always point into different objects. The pass sets an attribute on each argument for the
// alias analysis SpaceAliases. It also sets the fact `written_apart` on the kernel: a list of the arguments through
// which the kernel writes. The runtime uses other code for a launch whose arguments share an object. If the code is for
// any launch (CodeOptions::shared_objects), or if the arguments of launches are expected to share objects, the pass
// assumes nothing and sets the fact `gains_apart` instead.
//
// Kernels that would not become faster stay unchanged, for example kernels that load nothing after a store. All
// launches of these kernels use the same code, even launches that overwrite an input by the result (`a += b`). Kernels
// whose work-items communicate (analysis/communication.h) are not changed either. Runs on a kernel in the form that
// Canonicalize makes. Thread-safety: none needed.
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
