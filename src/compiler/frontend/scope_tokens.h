// Refuses `::` where it could begin a type: outside of C++, Clang 22 would loop forever there. OpenCL C has no `::`,
// but Clang makes one token of it in every language, for attributes, [[vendor::name]], and for assembly with empty
// lists of operands.
#pragma once

#include <clang/Lex/Preprocessor.h>

namespace lanewise::compiler {

/// Makes `::` a valid token of this preprocessor only after a name or a string; elsewhere it becomes a token that
/// begins nothing.
void refuse_leading_scopes(clang::Preprocessor& preprocessor);

}  // namespace lanewise::compiler
