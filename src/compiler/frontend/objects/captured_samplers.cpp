#include "compiler/frontend/objects/captured_samplers.h"

#include <clang/AST/Decl.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>

namespace lanewise::compiler {
namespace {

class Captures final : public clang::DynamicRecursiveASTVisitor {
public:
    bool VisitBlockDecl(clang::BlockDecl* block) override {
        for (const clang::BlockDecl::Capture& capture : block->captures()) {
            clang::VarDecl* variable = capture.getVariable();
            if (variable->getType()->isSamplerT()) variable->setType(variable->getType().getUnqualifiedType());
        }
        return true;
    }
};

}  // namespace

void make_captured_samplers_variable(clang::DeclGroupRef group) {
    for (clang::Decl* declaration : group)
        if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration); function && function->hasBody())
            Captures().TraverseDecl(function);
}

}  // namespace lanewise::compiler
