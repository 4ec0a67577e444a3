// Finds the functions of a program that its kernels need. Programs often include whole libraries although each kernel
// uses few functions. Functions that no kernel needs get no code.
//
// Not thread-safe; one object per run of the front end.
#pragma once

#include <clang/AST/DeclGroup.h>

#include <vector>

namespace clang {
class FunctionDecl;
}

namespace lanewise::compiler {

class NeededFunctions {
public:
    /// Stores a declaration and returns true if it declares a function that is no kernel; otherwise returns false. The
    /// caller must not generate code for such a function until take_needed() returns it.
    bool holds_back(clang::DeclGroupRef group);

    /// Returns those stored functions that kernels or variables at program scope refer to, directly or through other
    /// functions. The order is the order of the source.
    std::vector<clang::DeclGroupRef> take_needed();

private:
    std::vector<clang::FunctionDecl*> held_;
    std::vector<clang::Decl*> roots_;
};

}  // namespace lanewise::compiler
