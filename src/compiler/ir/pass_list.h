// A list of passes to run over a module; debug builds check the IR behind each.
// Thread-safety: an object belongs to one thread.
#pragma once

#include <llvm/IR/PassManager.h>
#include <llvm/IR/Verifier.h>

#include <utility>

#include "compiler/ir/analysis_managers.h"

namespace lanewise::compiler {

class PassList {
public:
    template <typename Pass>
    PassList& module(Pass pass) {
        passes_.addPass(std::move(pass));
        return verify();
    }

    template <typename Pass>
    PassList& function(Pass pass) {
        passes_.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(pass)));
        return verify();
    }

    void run(llvm::Module& module, AnalysisManagers& analyses) { passes_.run(module, analyses.modules()); }

private:
    PassList& verify() {
#ifndef NDEBUG
        passes_.addPass(llvm::VerifierPass());
#endif
        return *this;
    }

    llvm::ModulePassManager passes_;
};

}  // namespace lanewise::compiler
