#include "compiler/frontend/recorded_calls.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <clang/CodeGen/ModuleBuilder.h>

#include "compiler/ir/calls/call_cycles.h"
#include "compiler/ir/calls/call_places.h"

namespace lanewise::compiler {
namespace {

// Prefix of the function that Clang makes for the body of a kernel.
constexpr llvm::StringLiteral kernel_body_prefix = "__clang_ocl_kern_imp_";

std::string text_of(const clang::ASTContext& context, clang::SourceLocation location) {
    const clang::PresumedLoc place = context.getSourceManager().getPresumedLoc(location);
    if (place.isInvalid()) return {};
    const llvm::StringRef file = place.getFilename();
    return file.substr(file.rfind('/') + 1).str() + ':' + std::to_string(place.getLine()) + ':' +
           std::to_string(place.getColumn());
}

class Calls final : public clang::DynamicRecursiveASTVisitor {
public:
    Calls(const clang::ASTContext& context, FunctionPlaces& places) : context_(context), places_(places) {}

    bool VisitCallExpr(clang::CallExpr* call) override {
        const clang::FunctionDecl* callee = call->getDirectCallee();
        if (!callee || callee->getBuiltinID() != 0) return true;
        std::string name = callee->getNameAsString();
        if (llvm::none_of(places_.calls, [&](const CallPlace& known) { return known.callee == name; }))
            places_.calls.push_back({std::move(name), text_of(context_, call->getExprLoc())});
        return true;
    }

private:
    const clang::ASTContext& context_;
    FunctionPlaces& places_;
};

void record(llvm::Function& function, clang::CodeGenerator& generator) {
    llvm::StringRef name = function.getName();
    name.consume_front(kernel_body_prefix);
    const auto* declaration = llvm::dyn_cast_or_null<clang::FunctionDecl>(generator.GetDeclForMangledName(name));
    const clang::FunctionDecl* definition = declaration ? declaration->getDefinition() : nullptr;
    if (!definition) return;
    const clang::ASTContext& context = definition->getASTContext();
    FunctionPlaces places{definition->getNameAsString(), text_of(context, definition->getLocation()), {}};
    Calls(context, places).TraverseDecl(const_cast<clang::FunctionDecl*>(definition));
    set_call_places(function, places);
}

}  // namespace

void record_calls(clang::CodeGenerator& generator, bool is_whole_program) {
    llvm::Module& module = *generator.GetModule();
    if (is_whole_program) {
        for (const CallCycle& cycle : find_call_cycles(module))
            for (llvm::Function* function : cycle) record(*function, generator);
        return;
    }
    for (llvm::Function& function : module)
        if (!function.isDeclaration() && function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL)
            record(function, generator);
}

}  // namespace lanewise::compiler
