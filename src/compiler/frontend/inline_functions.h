// Keeps the definitions of functions declared `inline`. In C99, which OpenCL C follows, the compiler may only copy such
// a definition into callers. If it does not copy (with -cl-opt-disable, or because of `noinline`), the call is to a
// definition in another file, which programs do not have. Every object therefore keeps the definitions that it calls:
//
//     inline int f(int x) { return x + 1; }        // define weak_odr i32 @f
//
// Not thread-safe; one object per run of the front end.
#pragma once

#include <clang/AST/DeclGroup.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace clang {
class CodeGenerator;
class Decl;
class FunctionDecl;
}  // namespace clang

namespace lanewise::compiler {

class InlineFunctions {
public:
    /// To be called before code is generated for `group`.
    void take_from(clang::DeclGroupRef group);

    /// To be called after the whole source was read: generates code for the definitions that are called.
    void keep_definitions();

    /// To be called when the module is complete: other objects may have their own definitions.
    void set_linkage(clang::CodeGenerator& generator) const;

private:
    std::vector<clang::FunctionDecl*> definitions_;
    llvm::SmallPtrSet<const clang::Decl*, 16> canonical_;
};

}  // namespace lanewise::compiler
