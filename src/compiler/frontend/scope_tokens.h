// OpenCL C has no `::`, but Clang makes one token of it in every language: there are attributes, [[vendor::name]], and
// assembly with empty lists of operands. Where it could begin a type Clang 22 looks at it for ever, but in C++.
#pragma once

#include <clang/Lex/Preprocessor.h>

namespace lanewise::compiler {

/// From now on `::` is a token of that preprocessor only behind a name or a string; elsewhere it is one that nothing
/// begins with.
void refuse_leading_scopes(clang::Preprocessor& preprocessor);

}  // namespace lanewise::compiler
