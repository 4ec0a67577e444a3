#include "compiler/library/complete_builtins.h"

#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "compiler/prepare/calls/inline_all.h"
#include "compiler/simplify/combine/combine_instructions.h"

namespace lanewise::compiler {

llvm::PreservedAnalyses CompleteBuiltins::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    llvm::SmallVector<llvm::Function*, 4> builtins;
    for (llvm::Function& function : module) {
        if (function.isDeclaration()) continue;
        if (function.use_empty()) builtins.push_back(&function);
        make_inlinable(function);
    }
    for (llvm::Function* builtin : builtins) {
        builtin->setLinkage(llvm::GlobalValue::ExternalLinkage);
        builtin->removeFnAttr(llvm::Attribute::AlwaysInline);
    }
    llvm::AlwaysInlinerPass().run(module, analyses);
    llvm::GlobalDCEPass().run(module, analyses);
    // Run only passes that clean up after the choice of code paths and after inlining. No other optimization is needed,
    // since the library was optimized when it was built.
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::EarlyCSEPass());
    passes.addPass(CombineInstructions());
    passes.addPass(llvm::SimplifyCFGPass());
    auto& functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    for (llvm::Function* builtin : builtins) functions.invalidate(*builtin, passes.run(*builtin, functions));
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler
