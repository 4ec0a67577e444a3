#include "compiler/passes/inline_all.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

namespace lanewise::compiler {
namespace {

bool is_kernel(const llvm::Function& function) {
    return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
}

// Attributes of the front end that forbid inlining or differ between library and program.
void make_inlinable(llvm::Function& function) {
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    function.removeFnAttr("denormal-fp-math");
    function.removeFnAttr("denormal-fp-math-f32");
    if (is_kernel(function)) return;
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.addFnAttr(llvm::Attribute::AlwaysInline);
}

}  // namespace

llvm::PreservedAnalyses InlineAll::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    for (llvm::Function& function : module)
        if (!function.isDeclaration()) make_inlinable(function);
    llvm::AlwaysInlinerPass().run(module, analyses);
    llvm::GlobalDCEPass().run(module, analyses);
    return llvm::PreservedAnalyses::none();
}

std::string find_recursion(llvm::Module& module) {
    llvm::CallGraph graph(module);
    for (auto component = llvm::scc_begin(&graph); !component.isAtEnd(); ++component) {
        if (!component.hasCycle()) continue;
        for (const llvm::CallGraphNode* node : *component)
            if (node->getFunction() && !node->getFunction()->isDeclaration())
                return node->getFunction()->getName().str();
    }
    return {};
}

}  // namespace lanewise::compiler
