// Which functions of a program its kernels need: programs bring along whole libraries of which each kernel uses a
// little, and code that nobody calls need not be made.
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
    /// Whether `group` is a function that is held back until all are known.
    bool holds_back(clang::DeclGroupRef group);

    /// The functions held back that kernels, or variables at program scope, lead to; in the order they came in.
    std::vector<clang::DeclGroupRef> take_needed();

private:
    std::vector<clang::FunctionDecl*> held_;
    std::vector<clang::Decl*> roots_;
};

}  // namespace lanewise::compiler
