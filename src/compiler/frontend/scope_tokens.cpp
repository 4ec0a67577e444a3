#include "compiler/frontend/scope_tokens.h"

#include <clang/Lex/Token.h>

namespace lanewise::compiler {

void refuse_leading_scopes(clang::Preprocessor& preprocessor) {
    preprocessor.setTokenWatcher([is_allowed = false](const clang::Token& token) mutable {
        // This watcher may change the token, since the token is not constant and the parser has not used it yet.
        if (token.is(clang::tok::coloncolon) && !is_allowed)
            const_cast<clang::Token&>(token).setKind(clang::tok::unknown);
        is_allowed = token.isOneOf(clang::tok::identifier, clang::tok::string_literal);
    });
}

}  // namespace lanewise::compiler
