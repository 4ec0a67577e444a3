// Keeps the definitions of functions declared `inline`. In C99, which OpenCL C follows, such a definition serves only
// for inlining. A call that is not inlined (with -cl-opt-disable, or because of `noinline`) refers to a definition in
// another file, which programs do not have. Every object therefore keeps the definitions that it calls:
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
    /// Takes the inline functions of `group`. Must be called before code is generated for `group`.
    void take_from(clang::DeclGroupRef group);

    /// Generates code for the inline definitions that are called. Must be called after the whole source was read.
    void keep_definitions();

    /// Sets weak linkage for the inline definitions, since other objects may have their own. Must be called when the
    /// module is complete.
    void set_linkage(clang::CodeGenerator& generator) const;

private:
    std::vector<clang::FunctionDecl*> definitions_;
    llvm::SmallPtrSet<const clang::Decl*, 16> canonical_;
};

}  // namespace lanewise::compiler
