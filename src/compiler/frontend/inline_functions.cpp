#include "compiler/frontend/inline_functions.h"

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/CodeGen/ModuleBuilder.h>

namespace lanewise::compiler {

void InlineFunctions::take_from(clang::DeclGroupRef group) {
    for (clang::Decl* declaration : group) {
        auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
        if (!function || !function->isInlined()) continue;
        if (function->hasAttr<clang::DeviceKernelAttr>()) {
            // Kernels need a definition even if they are declared `inline`, since the host calls them.
            function->setInlineSpecified(false);
        } else if (function->doesThisDeclarationHaveABody() && function->isExternallyVisible()) {
            definitions_.push_back(function);
            canonical_.insert(function->getCanonicalDecl());
        }
    }
}

void InlineFunctions::keep_definitions() {
    for (clang::FunctionDecl* function : definitions_)
        function->addAttr(clang::WeakAttr::CreateImplicit(function->getASTContext()));
}

void InlineFunctions::set_linkage(clang::CodeGenerator& generator) const {
    if (definitions_.empty()) return;
    for (llvm::Function& function : *generator.GetModule()) {
        if (function.isDeclaration() || function.hasLocalLinkage()) continue;
        const clang::Decl* declaration = generator.GetDeclForMangledName(function.getName());
        if (declaration && canonical_.contains(declaration->getCanonicalDecl()))
            function.setLinkage(llvm::GlobalValue::WeakODRLinkage);
    }
}

}  // namespace lanewise::compiler
