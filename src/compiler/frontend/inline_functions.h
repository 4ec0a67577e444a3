// Functions declared `inline`. In C99, which OpenCL C follows, such a definition makes code only for the compiler
// to copy into callers: where it does not copy (with -cl-opt-disable, or because of `noinline`), a definition in
// another file is called. Programs do not have one. Here every object keeps the definitions that it calls:
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
    /// Before code is generated for `group`.
    void take_from(clang::DeclGroupRef group);

    /// When all of the source was read: code will be made for those that are called.
    void keep_definitions();

    /// When the module is complete: other objects may have their own.
    void set_linkage(clang::CodeGenerator& generator) const;

private:
    std::vector<clang::FunctionDecl*> definitions_;
    llvm::SmallPtrSet<const clang::Decl*, 16> canonical_;
};

}  // namespace lanewise::compiler
