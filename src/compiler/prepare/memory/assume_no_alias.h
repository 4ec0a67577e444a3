// Assumes that no two of the kernel's global pointers point into the same object if one of them is written through
// (no-alias versioning). No load through one pointer then sees a store through another. A loop may keep an element of
// memory in a register, and loads beside stores are joined, as with `restrict` in the source.
//
//   for (int k = 0; k < n; ++k) c[i] += a[k * n + i] * b[k];
//
// Pointers to local memory point into different objects anyway. The pass marks each argument for SpaceAliases, and the
// fact `written_apart` on the kernel names the arguments that are written: the runtime takes other code for a launch
// whose arguments share an object. Code for any launch (CodeOptions::shared_objects, or launches are expected to share
// objects) has the fact `gains_apart` instead.
//
// Kernels that would gain nothing are left alone: those that load nothing after they have stored. Launches in place,
// such as `a += b`, then find the same code as all others. Kernels whose work-items communicate
// (analysis/communication.h) are left alone, too. Runs on a kernel in the form that Canonicalize makes. Thread-safety:
// none needed.
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
