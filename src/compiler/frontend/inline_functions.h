// Keeps the definitions of functions declared `inline`. In C99, on which OpenCL C is based, an inline definition is
// used only for inlining. A call that is not inlined (with -cl-opt-disable, or because of `noinline`) refers to an
// external definition in another file, but OpenCL programs do not have this definition. Every object therefore keeps
// the inline definitions that it calls:
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
    /// Collects the inline functions among the declarations `group`. Must be called before code is generated for these
    /// declarations.
    void take_from(clang::DeclGroupRef group);

    /// Generates code for the inline definitions that are called. Must be called after the whole source was read.
    void keep_definitions();

    /// Sets weak linkage for the inline definitions, since other objects may define the same functions. Must be called
    /// when the module is complete.
    void set_linkage(clang::CodeGenerator& generator) const;

private:
    std::vector<clang::FunctionDecl*> definitions_;
    llvm::SmallPtrSet<const clang::Decl*, 16> canonical_;
};

}  // namespace lanewise::compiler
