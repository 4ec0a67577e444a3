#include "compiler/frontend/needed_functions.h"

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <llvm/ADT/SmallPtrSet.h>

namespace lanewise::compiler {
namespace {

// Finds the functions to which a body refers, then the functions to which their bodies refer, and so on.
class Search final : public clang::DynamicRecursiveASTVisitor {
public:
    bool VisitDeclRefExpr(clang::DeclRefExpr* reference) override {
        auto* function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl());
        if (function && needed_.insert(function->getCanonicalDecl()).second)
            if (clang::FunctionDecl* definition = function->getDefinition()) pending_.push_back(definition);
        return true;
    }

    void run(const std::vector<clang::Decl*>& roots) {
        pending_.assign(roots.begin(), roots.end());
        while (!pending_.empty()) {
            clang::Decl* declaration = pending_.back();
            pending_.pop_back();
            TraverseDecl(declaration);
        }
    }

    bool needs(clang::FunctionDecl* function) const { return needed_.contains(function->getCanonicalDecl()); }

private:
    llvm::SmallPtrSet<clang::FunctionDecl*, 32> needed_;
    std::vector<clang::Decl*> pending_;
};

}  // namespace

bool NeededFunctions::holds_back(clang::DeclGroupRef group) {
    auto* function = group.isSingleDecl() ? llvm::dyn_cast<clang::FunctionDecl>(group.getSingleDecl()) : nullptr;
    if (function && !function->hasAttr<clang::DeviceKernelAttr>()) {
        held_.push_back(function);
        return true;
    }
    roots_.insert(roots_.end(), group.begin(), group.end());
    return false;
}

std::vector<clang::DeclGroupRef> NeededFunctions::take_needed() {
    Search search;
    search.run(roots_);
    std::vector<clang::DeclGroupRef> result;
    for (clang::FunctionDecl* function : held_)
        if (search.needs(function)) result.emplace_back(function);
    return result;
}

}  // namespace lanewise::compiler
