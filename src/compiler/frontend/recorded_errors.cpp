#include "compiler/frontend/recorded_errors.h"

#include <clang/AST/DeclarationName.h>
#include <clang/Basic/DiagnosticLex.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/IdentifierTable.h>
#include <clang/Basic/SourceManager.h>

namespace lanewise::compiler {
namespace {

bool is_about_a_name(unsigned id) {
    switch (id) {
        case clang::diag::err_undeclared_var_use:
        case clang::diag::err_undeclared_var_use_suggest:
        case clang::diag::err_undeclared_use:
        case clang::diag::err_undeclared_use_suggest:
        case clang::diag::err_unknown_typename:
        case clang::diag::err_unknown_typename_suggest:
        case clang::diag::ext_implicit_function_decl_c99: return true;
        default: return false;
    }
}

std::string name_of(const clang::Diagnostic& diagnostic) {
    if (!is_about_a_name(diagnostic.getID()) || diagnostic.getNumArgs() == 0) return {};
    switch (diagnostic.getArgKind(0)) {
        case clang::DiagnosticsEngine::ak_identifierinfo: return diagnostic.getArgIdentifier(0)->getName().str();
        case clang::DiagnosticsEngine::ak_declarationname:
            return clang::DeclarationName::getFromOpaqueInteger(diagnostic.getRawArg(0)).getAsString();
        case clang::DiagnosticsEngine::ak_std_string: return diagnostic.getArgStdStr(0);
        default: return {};
    }
}

RecordedError describe(const clang::Diagnostic& diagnostic) {
    RecordedError error;
    error.name = name_of(diagnostic);
    error.is_directive = diagnostic.getID() == clang::diag::err_pp_hash_error;
    if (!diagnostic.getLocation().isValid() || !diagnostic.hasSourceManager()) return error;
    const clang::SourceManager& sources = diagnostic.getSourceManager();
    const clang::SourceLocation place = sources.getExpansionLoc(diagnostic.getLocation());
    error.file = sources.getFilename(place).str();
    error.line = sources.getExpansionLineNumber(place);
    error.column = sources.getExpansionColumnNumber(place);
    if (const clang::PresumedLoc shown = sources.getPresumedLoc(place); shown.isValid())
        error.shown_place = std::string(shown.getFilename()) + ":" + std::to_string(shown.getLine()) + ":" +
                            std::to_string(shown.getColumn());
    return error;
}

}  // namespace

void ErrorRecorder::end_last() {
    if (is_open_) errors_.back().log_end = log_.size();
    is_open_ = false;
}

void ErrorRecorder::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) {
    if (level != clang::DiagnosticsEngine::Note) end_last();
    if (level == clang::DiagnosticsEngine::Fatal) was_cut_short_ = true;
    TextDiagnosticPrinter::HandleDiagnostic(level, diagnostic);
    if (level != clang::DiagnosticsEngine::Error) return;
    errors_.push_back(describe(diagnostic));
    is_open_ = true;
}

const std::vector<RecordedError>& ErrorRecorder::errors() {
    end_last();
    return errors_;
}

}  // namespace lanewise::compiler
