// Finds the functions of a program that its kernels need. Programs bring along whole libraries of which each kernel
// uses a little, and no code need be generated for uncalled functions.
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
    /// Whether `group` is a function that is held back until the needed ones are known.
    bool holds_back(clang::DeclGroupRef group);

    /// The held back functions that kernels, or variables at program scope, refer to; in their original order.
    std::vector<clang::DeclGroupRef> take_needed();

private:
    std::vector<clang::FunctionDecl*> held_;
    std::vector<clang::Decl*> roots_;
};

}  // namespace lanewise::compiler
