// Base class of passes that this project adds to LLVM's code generator. Thread-safety: the same as for LLVM's passes;
// add_after() must be called only once in a process.
#pragma once

#include <llvm/CodeGen/MachineFunctionPass.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/Pass.h>
#include <llvm/PassRegistry.h>
#include <llvm/Target/RegisterTargetPassConfigCallback.h>

namespace lanewise::compiler {

/// `Added` is the derived class (CRTP). The pass preserves all analyses.
template <class Added>
class AddedPass : public llvm::MachineFunctionPass {
public:
    static inline char id = 0;

    AddedPass() : MachineFunctionPass(id) {}

    void getAnalysisUsage(llvm::AnalysisUsage& usage) const override {
        usage.setPreservesAll();
        MachineFunctionPass::getAnalysisUsage(usage);
    }

    /// Adds the pass, directly after the pass `other`, to all code generators that are created later.
    static void add_after(char& other) {
        static const llvm::StringRef name = Added().getPassName();
        static const llvm::PassInfo info(name, name, &id, llvm::callDefaultCtor<Added>, false, false);
        llvm::PassRegistry::getPassRegistry()->registerPass(info);
        static const llvm::RegisterTargetPassConfigCallback added(
            [&other](llvm::TargetMachine&, llvm::PassManagerBase&, llvm::TargetPassConfig* passes) {
                passes->insertPass(&other, &id);
            });
    }
};

}  // namespace lanewise::compiler
