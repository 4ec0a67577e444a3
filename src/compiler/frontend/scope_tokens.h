// Rejects `::` where it could begin a type, because there Clang 22 loops forever in languages other than C++. OpenCL C
// has no `::`. Clang reads `::` as one token in every language, for attributes ([[vendor::name]]) and for inline
// assembly with empty operand lists.
#pragma once

#include <clang/Lex/Preprocessor.h>

namespace lanewise::compiler {

/// Makes `preprocessor` replace each token `::` by an unknown token, unless the token follows a name or a string.
void refuse_leading_scopes(clang::Preprocessor& preprocessor);

}  // namespace lanewise::compiler
