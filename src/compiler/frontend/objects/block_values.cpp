#include "compiler/frontend/objects/block_values.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/Diagnostic.h>

namespace lanewise::compiler {
namespace {

/// Returns the inner expression of an expression that only wraps another expression; null for all other expressions.
clang::Expr* content_of(clang::Expr* value) {
    if (auto* list = llvm::dyn_cast<clang::InitListExpr>(value))
        return list->getNumInits() == 1 ? list->getInit(0) : nullptr;
    if (auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(value)) return literal->getInitializer();
    if (auto* cast = llvm::dyn_cast<clang::CastExpr>(value)) {
        const bool is_read = cast->getCastKind() == clang::CK_LValueToRValue;
        auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(cast->getSubExpr()->IgnoreParens());
        return is_read && literal ? literal->getInitializer() : nullptr;
    }
    clang::Expr* const inner = value->IgnoreParens();
    return inner == value ? nullptr : inner;
}

/// Rewrites the block `value` to a form that Clang supports: a literal, a variable, or either of them inside implicit
/// casts.
clang::Expr* plain(clang::ASTContext& context, clang::Expr* value) {
    while (clang::Expr* content = content_of(value)) value = content;
    if (auto* full = llvm::dyn_cast<clang::FullExpr>(value)) full->setSubExpr(plain(context, full->getSubExpr()));
    auto* cast = llvm::dyn_cast<clang::CastExpr>(value);
    if (!cast) return value;
    cast->setSubExpr(plain(context, cast->getSubExpr()));
    if (!llvm::isa<clang::ExplicitCastExpr>(cast)) return cast;
    return clang::ImplicitCastExpr::Create(context, cast->getType(), cast->getCastKind(), cast->getSubExpr(), nullptr,
                                           cast->getValueKind(), cast->getFPFeatures());
}

class Repair final : public clang::DynamicRecursiveASTVisitor {
public:
    explicit Repair(clang::ASTContext& context) : context_(context) {}

    bool VisitVarDecl(clang::VarDecl* variable) override {
        if (!variable->getType()->isBlockPointerType() || !variable->hasInit()) return true;
        variable->setInit(plain(context_, variable->getInit()));
        check(*variable->getInit(), variable);
        return true;
    }

    bool VisitCallExpr(clang::CallExpr* call) override {
        if (call->getCallee()->getType()->isBlockPointerType()) {
            call->setCallee(plain(context_, call->getCallee()));
            check(*call->getCallee(), nullptr);
        }
        for (unsigned i = 0; i < call->getNumArgs(); ++i) {
            if (!call->getArg(i)->getType()->isBlockPointerType()) continue;
            call->setArg(i, plain(context_, call->getArg(i)));
            check(*call->getArg(i), nullptr);
        }
        return true;
    }

private:
    // "Block variable declarations are implicitly qualified with const. Therefore all block variables must be
    // initialized at declaration time and may not be reassigned" (6.14): so each block variable must be initialized by
    // a literal or by another block variable. A block variable that `value` names has been checked already, unless it
    // is `itself`, the variable that is being initialized.
    void check(const clang::Expr& value, const clang::VarDecl* itself) {
        const clang::Expr* const source = value.IgnoreParenCasts();
        if (llvm::isa<clang::BlockExpr>(source)) return;
        const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(source);
        const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
        if (variable && variable != itself && variable->getType()->isBlockPointerType() && variable->hasInit()) return;
        clang::DiagnosticsEngine& engine = context_.getDiagnostics();
        constexpr char text[] = "a block must be a block literal, ^{...}, or a variable that is initialized with one";
        engine.Report(value.getExprLoc(), engine.getCustomDiagID(clang::DiagnosticsEngine::Error, text))
            << value.getSourceRange();
    }

    clang::ASTContext& context_;
};

}  // namespace

void repair_block_values(clang::DeclGroupRef group) {
    for (clang::Decl* declaration : group) {
        clang::ASTContext& context = declaration->getASTContext();
        if (!context.getLangOpts().Blocks) return;
        const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
        if (function ? function->isThisDeclarationADefinition() : llvm::isa<clang::VarDecl>(declaration))
            Repair(context).TraverseDecl(declaration);
    }
}

}  // namespace lanewise::compiler
