// Rejects `::` where it could begin a type, since Clang 22 would loop forever there in languages other than C++. OpenCL
// C has no `::`, but Clang reads it as one token in every language: for attributes ([[vendor::name]]), and for inline
// assembly with empty lists of operands.
#pragma once

#include <clang/Lex/Preprocessor.h>

namespace lanewise::compiler {

/// Keeps `::` as a token of this preprocessor only after a name or a string; elsewhere replaces it by an unknown token.
void refuse_leading_scopes(clang::Preprocessor& preprocessor);

}  // namespace lanewise::compiler
