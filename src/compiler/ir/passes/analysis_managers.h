// Registers and connects LLVM's four analysis managers, which every pass needs. An object is used for one module at a
// time, by one thread.
#pragma once

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>

#include "compiler/ir/passes/pass_observer.h"

namespace lanewise::compiler {

class AnalysisManagers {
public:
    /// `target` determines costs and legal types; if it is null, a generic target is assumed. If `observer` is not
    /// null, it is notified of each pass by the name that `name_passes` registers. If `filter` is not null, it decides
    /// which optional passes are left out. Debug builds verify the IR after each pass.
    explicit AnalysisManagers(llvm::TargetMachine* target = nullptr, PassObserver* observer = nullptr,
                              void (*name_passes)(llvm::PassInstrumentationCallbacks&) = nullptr,
                              PassFilter* filter = nullptr);

    llvm::PassBuilder& builder() { return builder_; }
    llvm::ModuleAnalysisManager& modules() { return modules_; }
    llvm::FunctionAnalysisManager& functions() { return functions_; }
    PassObserver* observer() const { return observer_; }

private:
    PassObserver* observer_;
    llvm::PassInstrumentationCallbacks callbacks_;
    llvm::PassBuilder builder_;
    llvm::LoopAnalysisManager loops_;
    llvm::FunctionAnalysisManager functions_;
    llvm::CGSCCAnalysisManager call_graphs_;
    llvm::ModuleAnalysisManager modules_;
};

}  // namespace lanewise::compiler
