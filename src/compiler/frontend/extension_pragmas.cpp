#include "compiler/frontend/extension_pragmas.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticParse.h>
#include <clang/Basic/IdentifierTable.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <algorithm>
#include <memory>

#include "lanewise/features.h"

namespace lanewise::compiler {
namespace {

// Controls Clang's warning about pragmas for unknown extensions. A pragma for an extension in the table `features`
// disables the warning, and the next pragma for another extension enables the warning again.
class Pragmas final : public clang::PPCallbacks {
public:
    explicit Pragmas(clang::DiagnosticsEngine& diagnostics) : diagnostics_(diagnostics) {}

    void PragmaOpenCLExtension(clang::SourceLocation place, const clang::IdentifierInfo* name, clang::SourceLocation,
                               unsigned) override {
        const std::string_view named = name->getName();
        const bool is_known = std::ranges::find(features, named, &Feature::name) != std::end(features);
        if (is_known == is_off_) return;
        is_off_ = is_known;
        // With -Werror, sets the severity Error, since a diagnostic of severity Warning would stay a warning.
        const auto usual =
            diagnostics_.getWarningsAsErrors() ? clang::diag::Severity::Error : clang::diag::Severity::Warning;
        diagnostics_.setSeverity(clang::diag::warn_pragma_unknown_extension,
                                 is_known ? clang::diag::Severity::Ignored : usual, place);
    }

private:
    clang::DiagnosticsEngine& diagnostics_;
    bool is_off_ = false;
};

}  // namespace

void accept_extension_pragmas(clang::Preprocessor& preprocessor) {
    preprocessor.addPPCallbacks(std::make_unique<Pragmas>(preprocessor.getDiagnostics()));
}

}  // namespace lanewise::compiler
