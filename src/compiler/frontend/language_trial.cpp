#include "compiler/frontend/language_trial.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Sema.h>

#include <algorithm>

#include "compiler/frontend/embedded_headers.h"
#include "compiler/frontend/scope_tokens.h"

namespace lanewise::compiler {
namespace {

// True if `place` is the location of a declaration of OpenCL C itself. Built-in functions have an invalid location, and
// other declarations of the language have a location in the base header.
bool is_of_the_language(clang::SourceLocation place, const clang::SourceManager& sources) {
    if (place.isInvalid() || sources.isWrittenInBuiltinFile(place)) return true;
    return is_in_base_header(place, sources);
}

bool has_in_language(clang::CompilerInstance& instance, const std::string& name) {
    clang::Preprocessor& preprocessor = instance.getPreprocessor();
    clang::IdentifierInfo& identifier = preprocessor.getIdentifierTable().get(name);
    if (identifier.getTokenID() != clang::tok::identifier || identifier.getBuiltinID() != 0) return true;
    if (const clang::MacroInfo* macro = preprocessor.getMacroInfo(&identifier))
        return is_of_the_language(macro->getDefinitionLoc(), instance.getSourceManager());
    // At the end of the source, Clang no longer has scopes in which names can be looked up. Search the declarations
    // first, then the built-in functions.
    clang::Sema& sema = instance.getSema();
    const auto declared = instance.getASTContext().getTranslationUnitDecl()->lookup(&identifier);
    if (!declared.empty()) return is_of_the_language(declared.front()->getLocation(), instance.getSourceManager());
    clang::LookupResult found(sema, &identifier, {}, clang::Sema::LookupOrdinaryName);
    found.suppressDiagnostics();
    return sema.LookupBuiltin(found) && !found.empty();
}

}  // namespace

class LanguageTrial::SkippedLines final : public clang::PPCallbacks {
public:
    SkippedLines(LanguageTrial& trial, const clang::SourceManager& sources) : trial_(trial), sources_(sources) {}
    void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation) override {
        trial_.skipped_[sources_.getFilename(range.getBegin()).str()].emplace_back(
            sources_.getExpansionLineNumber(range.getBegin()), sources_.getExpansionLineNumber(range.getEnd()));
    }

private:
    LanguageTrial& trial_;
    const clang::SourceManager& sources_;
};

class LanguageTrial::Consumer final : public clang::ASTConsumer {
public:
    Consumer(LanguageTrial& trial, clang::CompilerInstance& instance) : trial_(trial), instance_(instance) {}
    void HandleTranslationUnit(clang::ASTContext&) override { trial_.look_up_names(instance_); }

private:
    LanguageTrial& trial_;
    clang::CompilerInstance& instance_;
};

std::unique_ptr<clang::ASTConsumer> LanguageTrial::CreateASTConsumer(clang::CompilerInstance& instance,
                                                                     llvm::StringRef) {
    refuse_leading_scopes(instance.getPreprocessor());
    instance.getPreprocessor().addPPCallbacks(std::make_unique<SkippedLines>(*this, instance.getSourceManager()));
    return std::make_unique<Consumer>(*this, instance);
}

void LanguageTrial::look_up_names(clang::CompilerInstance& instance) {
    for (const RecordedError& error : refused_)
        if (!error.name.empty() && has_in_language(instance, error.name)) known_names_.insert(error.name);
}

bool LanguageTrial::is_skipped(const RecordedError& error) const {
    const auto found = skipped_.find(error.file);
    return found != skipped_.end() && std::ranges::any_of(found->second, [&](const auto& lines) {
               return lines.first <= error.line && error.line <= lines.second;
           });
}

bool LanguageTrial::accepts(const RecordedError& error, ErrorRecorder& errors) const {
    // Even if the tried version knows the name, the error may remain: a use of a function-like macro without arguments
    // is always an error.
    const auto is_same = [&](const RecordedError& other) { return other.name == error.name && other.is_at(error); };
    if (!error.name.empty()) return known_names_.contains(error.name) && std::ranges::none_of(errors.errors(), is_same);
    if (errors.was_cut_short() || (!error.is_directive && is_skipped(error))) return false;
    // A new error, which occurs only in the tried version, may prevent Clang from reporting `error` again.
    const auto is_new = [&](const RecordedError& other) {
        return std::ranges::none_of(refused_, [&](const RecordedError& old) { return old.is_at(other); });
    };
    return std::ranges::none_of(errors.errors(), [&](const RecordedError& other) {
        if (other.is_on_line_of(error)) return true;
        return is_new(other) && (other.file != error.file || other.line < error.line);
    });
}

}  // namespace lanewise::compiler
