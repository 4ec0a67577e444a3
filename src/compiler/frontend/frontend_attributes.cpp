#include "compiler/frontend/frontend_attributes.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/ParsedAttrInfo.h>
#include <clang/Sema/ParsedAttr.h>
#include <clang/Sema/Sema.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>

#include <mutex>
#include <optional>

namespace lanewise::compiler {
namespace {

constexpr const char* attribute_name = "max_work_group_size";
// Clang annotation that represents the attribute `max_work_group_size` on a declaration until code is generated.
constexpr const char* annotation = "lanewise.max_work_group_size";

std::optional<std::uint32_t> positive_number(const clang::Expr* expression, const clang::ASTContext& context) {
    if (!expression || expression->isValueDependent()) return std::nullopt;
    const auto value = expression->getIntegerConstantExpr(context);
    if (!value || !value->isStrictlyPositive() || value->getActiveBits() > 32) return std::nullopt;
    return static_cast<std::uint32_t>(value->getZExtValue());
}

class MaxWorkGroupSize final : public clang::ParsedAttrInfo {
public:
    MaxWorkGroupSize() {
        static constexpr Spelling spellings[] = {
            {clang::ParsedAttr::AS_GNU, attribute_name},
            {clang::ParsedAttr::AS_GNU, "__max_work_group_size__"},
        };
        NumArgs = 3;
        Spellings = spellings;
    }

    bool diagAppertainsToDecl(clang::Sema& sema, const clang::ParsedAttr& attribute,
                              const clang::Decl* declaration) const override {
        if (llvm::isa<clang::FunctionDecl>(declaration)) return true;
        report(sema, attribute, "attribute 'max_work_group_size' only applies to kernel functions");
        return false;
    }

    AttrHandling handleDeclAttribute(clang::Sema& sema, clang::Decl* declaration,
                                     const clang::ParsedAttr& attribute) const override {
        llvm::SmallVector<clang::Expr*, 3> sizes;
        for (unsigned i = 0; i < 3; ++i) {
            clang::Expr* size = attribute.isArgExpr(i) ? attribute.getArgAsExpr(i) : nullptr;
            if (!positive_number(size, sema.Context)) {
                report(sema, attribute, "attribute 'max_work_group_size' takes three positive integer constants");
                return AttributeNotApplied;
            }
            sizes.push_back(size);
        }
        declaration->addAttr(clang::AnnotateAttr::Create(sema.Context, annotation, sizes.data(),
                                                         static_cast<unsigned>(sizes.size()), attribute));
        return AttributeApplied;
    }

private:
    template <unsigned size>
    static void report(clang::Sema& sema, const clang::ParsedAttr& attribute, const char (&text)[size]) {
        clang::DiagnosticsEngine& engine = sema.getDiagnostics();
        engine.Report(attribute.getLoc(), engine.getCustomDiagID(clang::DiagnosticsEngine::Error, text));
    }
};

}  // namespace

void register_attributes() {
    static std::once_flag once;
    std::call_once(once, [] {
        static const clang::ParsedAttrInfoRegistry::Add<MaxWorkGroupSize> registration(
            attribute_name, "largest work-group size of a kernel");
        // Makes Clang copy its registry of attributes now. Otherwise Clang would copy the registry at its first use,
        // without a lock.
        clang::getAttributePluginInstances();
    });
}

void WorkGroupLimits::take_from(clang::DeclGroupRef group) {
    for (clang::Decl* declaration : group) {
        auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
        if (!function || !function->getIdentifier()) continue;
        for (const auto* attribute : function->specific_attrs<clang::AnnotateAttr>()) {
            if (attribute->getAnnotation() != annotation) continue;
            std::array<std::uint32_t, 3>& sizes = limits_[function->getName()];
            for (unsigned i = 0; i < 3; ++i)
                sizes[i] = *positive_number(attribute->args_begin()[i], function->getASTContext());
        }
        function->dropAttr<clang::AnnotateAttr>();
    }
}

void WorkGroupLimits::put_on(llvm::Module& module) const {
    llvm::LLVMContext& context = module.getContext();
    for (const auto& [name, sizes] : limits_) {
        llvm::Function* kernel = module.getFunction(name);
        if (!kernel) continue;
        llvm::SmallVector<llvm::Metadata*, 3> operands;
        for (const std::uint32_t size : sizes)
            operands.push_back(
                llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), size)));
        kernel->setMetadata(attribute_name, llvm::MDNode::get(context, operands));
    }
}

}  // namespace lanewise::compiler
