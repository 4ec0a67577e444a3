#include "compiler/frontend/objects/queue_values.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/AST/Expr.h>

namespace lanewise::compiler {
namespace {

struct Functions {
    clang::FunctionDecl* queue_word;
    clang::FunctionDecl* event_word;
    clang::FunctionDecl* null_queue;
    clang::FunctionDecl* null_event;
};

class Repair final : public clang::DynamicRecursiveASTVisitor {
public:
    Repair(clang::ASTContext& context, const Functions& functions) : context_(context), functions_(functions) {
        // Clang visits casts in initializer lists only in the list's semantic form, which counts as implicit code.
        ShouldVisitImplicitCode = true;
    }

    bool VisitCastExpr(clang::CastExpr* cast) override {
        const bool is_null =
            cast->getCastKind() == clang::CK_NullToPointer || cast->getCastKind() == clang::CK_ZeroToOCLOpaqueType;
        clang::FunctionDecl* maker = is_null ? null_of(cast->getType()) : nullptr;
        if (!maker) return true;
        cast->setCastKind(clang::CK_NoOp);
        cast->setSubExpr(call(*maker, {}, cast->getExprLoc()));
        return true;
    }

    bool VisitBinaryOperator(clang::BinaryOperator* comparison) override {
        if (!comparison->isEqualityOp()) return true;
        clang::FunctionDecl* left = word_of(comparison->getLHS()->getType());
        clang::FunctionDecl* right = word_of(comparison->getRHS()->getType());
        if (!left || !right) return true;
        comparison->setLHS(word(*left, comparison->getLHS()));
        comparison->setRHS(word(*right, comparison->getRHS()));
        return true;
    }

private:
    clang::FunctionDecl* null_of(clang::QualType type) const {
        if (type->isQueueT()) return functions_.null_queue;
        return type->isClkEventT() ? functions_.null_event : nullptr;
    }

    clang::FunctionDecl* word_of(clang::QualType type) const {
        if (type->isQueueT()) return functions_.queue_word;
        return type->isClkEventT() ? functions_.event_word : nullptr;
    }

    clang::Expr* word(clang::FunctionDecl& function, clang::Expr* value) {
        if (value->isGLValue())
            value = clang::ImplicitCastExpr::Create(context_, value->getType().getUnqualifiedType(),
                                                    clang::CK_LValueToRValue, value, nullptr, clang::VK_PRValue, {});
        return call(function, {value}, value->getExprLoc());
    }

    clang::Expr* call(clang::FunctionDecl& function, llvm::ArrayRef<clang::Expr*> arguments,
                      clang::SourceLocation place) {
        auto* reference = clang::DeclRefExpr::Create(
            context_, clang::NestedNameSpecifierLoc(), clang::SourceLocation(), &function,
            /*RefersToEnclosingVariableOrCapture=*/false, place, function.getType(), clang::VK_LValue);
        auto* callee = clang::ImplicitCastExpr::Create(context_, context_.getPointerType(function.getType()),
                                                       clang::CK_FunctionToPointerDecay, reference, nullptr,
                                                       clang::VK_PRValue, {});
        return clang::CallExpr::Create(context_, callee, arguments, function.getReturnType(), clang::VK_PRValue, place,
                                       {});
    }

    clang::ASTContext& context_;
    const Functions& functions_;
};

}  // namespace

std::string_view queue_value_declarations() {
    // Redefine CLK_NULL_EVENT, which Clang turns into a constant without a type.
    return "\n#if defined(__opencl_c_device_enqueue) && __OPENCL_C_VERSION__ >= CL_VERSION_2_0\n"
           "ulong __attribute__((const)) __lw_queue_word(queue_t);\n"
           "ulong __attribute__((const)) __lw_event_word(clk_event_t);\n"
           "queue_t __attribute__((const)) __lw_null_queue(void);\n"
           "clk_event_t __attribute__((const)) __lw_null_event(void);\n"
           "#define __lw_ranges(ND) \\\n"
           "    ndrange_t __attribute__((overloadable)) ndrange_##ND(const size_t*); \\\n"
           "    ndrange_t __attribute__((overloadable)) ndrange_##ND(const size_t*, const size_t*); \\\n"
           "    ndrange_t __attribute__((overloadable)) ndrange_##ND(const size_t*, const size_t*, const size_t*);\n"
           "__lw_ranges(2D) __lw_ranges(3D)\n"
           "#undef __lw_ranges\n"
           "#undef CLK_NULL_EVENT\n"
           "#define CLK_NULL_EVENT __lw_null_event()\n"
           "#undef CLK_NULL_QUEUE\n"
           "#define CLK_NULL_QUEUE __lw_null_queue()\n"
           "#endif\n";
}

void QueueValues::repair(clang::DeclGroupRef group) {
    for (clang::Decl* declaration : group) {
        auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
        if (!function) continue;
        if (const auto* name = function->getIdentifier(); name && !function->isThisDeclarationADefinition()) {
            if (name->isStr("__lw_queue_word")) queue_word_ = function;
            if (name->isStr("__lw_event_word")) event_word_ = function;
            if (name->isStr("__lw_null_queue")) null_queue_ = function;
            if (name->isStr("__lw_null_event")) null_event_ = function;
            continue;
        }
        if (!null_event_ || !function->isThisDeclarationADefinition()) continue;
        const Functions functions{queue_word_, event_word_, null_queue_, null_event_};
        Repair(function->getASTContext(), functions).TraverseDecl(function);
    }
}

}  // namespace lanewise::compiler
