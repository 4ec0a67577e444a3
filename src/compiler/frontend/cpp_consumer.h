// Generates code for the declarations of programs in C++ for OpenCL. Unlike for OpenCL C, Clang's code needs no
// repairs. Clang already emits functions, including inline functions, by the rules of C++. Blocks and device queues do
// not occur, since C++ for OpenCL has no blocks.
//
// Not thread-safe; one object per run of the front end.
#pragma once

#include <clang/AST/ASTConsumer.h>
#include <clang/CodeGen/ModuleBuilder.h>

#include <functional>

namespace lanewise::compiler {

class CppConsumer final : public clang::ASTConsumer {
public:
    /// `observe` is called with each group of declarations before the code for the group is generated. `generator` must
    /// outlive the run of the front end.
    CppConsumer(clang::CodeGenerator& generator, std::function<void(clang::DeclGroupRef)> observe)
        : generator_(generator), observe_(std::move(observe)) {}

    void Initialize(clang::ASTContext& context) override { generator_.Initialize(context); }
    bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
        observe_(group);
        return generator_.HandleTopLevelDecl(group);
    }
    void HandleInlineFunctionDefinition(clang::FunctionDecl* function) override {
        generator_.HandleInlineFunctionDefinition(function);
    }
    void HandleInterestingDecl(clang::DeclGroupRef group) override { generator_.HandleInterestingDecl(group); }
    void HandleTagDeclDefinition(clang::TagDecl* decl) override { generator_.HandleTagDeclDefinition(decl); }
    void HandleTagDeclRequiredDefinition(const clang::TagDecl* decl) override {
        generator_.HandleTagDeclRequiredDefinition(decl);
    }
    void CompleteTentativeDefinition(clang::VarDecl* decl) override { generator_.CompleteTentativeDefinition(decl); }
    void HandleCXXStaticMemberVarInstantiation(clang::VarDecl* decl) override {
        generator_.HandleCXXStaticMemberVarInstantiation(decl);
    }
    void HandleVTable(clang::CXXRecordDecl* record) override { generator_.HandleVTable(record); }
    void HandleTranslationUnit(clang::ASTContext& context) override { generator_.HandleTranslationUnit(context); }

private:
    clang::CodeGenerator& generator_;
    const std::function<void(clang::DeclGroupRef)> observe_;
};

}  // namespace lanewise::compiler
