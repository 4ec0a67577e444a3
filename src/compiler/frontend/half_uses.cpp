#include "compiler/frontend/half_uses.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/PPCallbacks.h>

#include <algorithm>

#include "compiler/frontend/embedded_headers.h"

namespace lanewise::compiler {
namespace {

bool is_half(clang::QualType type, const clang::ASTContext& context) {
    type = context.getBaseElementType(type).getCanonicalType();
    if (const auto* vector = type->getAs<clang::VectorType>()) type = vector->getElementType();
    return type->isHalfType();
}

// Finds the first use of the type half for which `counts` returns true.
class Search final : public clang::DynamicRecursiveASTVisitor {
public:
    Search(const clang::ASTContext& context, llvm::function_ref<bool(clang::SourceLocation)> counts)
        : context_(context), counts_(counts) {}

    bool VisitValueDecl(clang::ValueDecl* value) override {
        clang::QualType type = value->getType();
        if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(value)) type = function->getReturnType();
        return !is_half(type, context_) || look_at(value->getLocation());
    }
    bool VisitExpr(clang::Expr* expression) override {
        return !expression->isPRValue() || !is_half(expression->getType(), context_) ||
               look_at(expression->getExprLoc());
    }

    clang::SourceLocation found() const { return found_; }

private:
    bool look_at(clang::SourceLocation place) {
        if (!counts_(place)) return true;
        found_ = place;
        return false;
    }

    const clang::ASTContext& context_;
    llvm::function_ref<bool(clang::SourceLocation)> counts_;
    clang::SourceLocation found_;
};

bool is_word(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// True if `text` contains "half", or a number that ends with h.
bool names_half(std::string_view text) {
    if (text.find("half") != std::string_view::npos) return true;
    for (std::size_t i = 1; i < text.size(); ++i) {
        const bool ends = i + 1 == text.size() || !is_word(text[i + 1]);
        const char before = text[i - 1];
        if ((text[i] == 'h' || text[i] == 'H') && ends && (before == '.' || is_word(before))) return true;
    }
    return false;
}

}  // namespace

class HalfUses::Pragmas final : public clang::PPCallbacks {
public:
    explicit Pragmas(HalfUses& uses) : uses_(uses) {}
    void PragmaOpenCLExtension(clang::SourceLocation place, const clang::IdentifierInfo* name, clang::SourceLocation,
                               unsigned state) override {
        if (name->isStr("cl_khr_fp16")) uses_.pragmas_.push_back({place, state != 0});
    }

private:
    HalfUses& uses_;
};

bool HalfUses::may_be_in(std::string_view source, std::span<const std::string> arguments,
                         std::span<const Header> headers) {
    return names_half(source) || std::ranges::any_of(arguments, names_half) ||
           std::ranges::any_of(headers, names_half, &Header::source);
}

void HalfUses::watch(clang::Preprocessor& preprocessor) {
    preprocessor.addPPCallbacks(std::make_unique<Pragmas>(*this));
}

void HalfUses::take_from(clang::DeclGroupRef group) {
    if (!warning_.empty()) return;
    for (clang::Decl* declaration : group) {
        const clang::ASTContext& context = declaration->getASTContext();
        const clang::SourceManager& sources = context.getSourceManager();
        if (is_in_base_header(declaration->getLocation(), sources)) return;
        const auto counts = [&](clang::SourceLocation place) {
            const auto after = std::ranges::find_if(
                pragmas_, [&](const Pragma& pragma) { return sources.isBeforeInTranslationUnit(place, pragma.place); });
            return std::find_if(pragmas_.begin(), after, [&](const Pragma& pragma) {
                       return pragma.enables && !is_in_base_header(pragma.place, sources);
                   }) == after;
        };
        Search search(context, counts);
        search.TraverseDecl(declaration);
        if (search.found().isInvalid()) continue;
        const clang::PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(search.found()));
        warning_ = std::string(place.getFilename()) + ":" + std::to_string(place.getLine()) + ":" +
                   std::to_string(place.getColumn()) +
                   ": warning: half is used without '#pragma OPENCL EXTENSION cl_khr_fp16 : enable'\n";
        return;
    }
}

}  // namespace lanewise::compiler
