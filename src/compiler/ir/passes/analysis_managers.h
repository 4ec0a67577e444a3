// Registers and connects LLVM's four analysis managers, which any pass needs to run. One object serves one module at a
// time and belongs to one thread.
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
    /// `target` decides costs and legal types; null: generic. Passes report to `observer`, unless it is null, and get
    /// their names from `name_passes`; `filter`, unless it is null, leaves out optional ones. Debug builds check the IR
    /// after each pass.
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
