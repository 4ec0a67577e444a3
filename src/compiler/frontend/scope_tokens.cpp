#include "compiler/frontend/scope_tokens.h"

#include <clang/Lex/Token.h>

namespace lanewise::compiler {

void refuse_leading_scopes(clang::Preprocessor& preprocessor) {
    preprocessor.setTokenWatcher([is_allowed = false](const clang::Token& token) mutable {
        // This watcher may change the token, since the referenced object is not const and the parser has not used the
        // token yet.
        if (token.is(clang::tok::coloncolon) && !is_allowed)
            const_cast<clang::Token&>(token).setKind(clang::tok::unknown);
        is_allowed = token.isOneOf(clang::tok::identifier, clang::tok::string_literal);
    });
}

}  // namespace lanewise::compiler
