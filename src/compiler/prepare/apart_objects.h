// Tells that no two of the kernel's pointers to global memory are into one object, if one of them is written through:
// what is stored through one is not what is loaded through another, so that a loop may keep an element of memory in a
// register, and loads beside stores are joined, as if the source had said `restrict`.
//
//   for (int k = 0; k < n; ++k) c[i] += a[k * n + i] * b[k];
//
// Pointers to local memory are into objects of their own anyway. Each argument is marked for SpaceAliases, and the fact
// `written_apart` on the kernel names those that are written: the runtime takes other code for a launch whose arguments
// share an object. Code for any launch (CodeOptions::shared_objects, or launches are expected to share objects) has the
// fact `gains_apart` instead. Kernels that would gain nothing are left alone, so that launches in place, as `a += b`
// is, find the code of all others: those that load nothing after they have stored. So are those whose work-items talk
// to each other (analysis/communication.h). Runs on a kernel in the form that Canonicalize makes. Thread-safety: none
// needed.
#pragma once

#include <llvm/IR/PassManager.h>

#include "lanewise/compiler.h"

namespace lanewise::compiler {

struct ApartObjects : llvm::PassInfoMixin<ApartObjects> {
    explicit ApartObjects(bool shared_objects = false, const ExpectedLaunches* launches = nullptr)
        : shared_objects_(shared_objects), launches_(launches) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }

private:
    bool shared_objects_;
    const ExpectedLaunches* launches_;
};

}  // namespace lanewise::compiler
