// Parses a refused program's source as another version of OpenCL C, to find out whether that version accepts the code
// that caused an error.
//
// Not thread-safe; one object per run of the front end.
#pragma once

#include <clang/Frontend/FrontendAction.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/frontend/recorded_errors.h"

namespace lanewise::compiler {

/// Front-end action that parses without generating code. Looks up, in the tried version of OpenCL C, the undeclared
/// names that the errors `refused` report.
class LanguageTrial final : public clang::ASTFrontendAction {
public:
    /// `refused` must outlive the object.
    explicit LanguageTrial(const std::vector<RecordedError>& refused) : refused_(refused) {}

    /// Returns whether the tried version accepts the code that caused `error`, which is an element of `refused`.
    /// `errors` holds the errors of the run with the tried version.
    bool accepts(const RecordedError& error, ErrorRecorder& errors) const;

private:
    class Consumer;
    class SkippedLines;

    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& instance, llvm::StringRef) override;
    void look_up_names(clang::CompilerInstance& instance);
    bool is_skipped(const RecordedError& error) const;

    const std::vector<RecordedError>& refused_;
    std::set<std::string> known_names_;
    /// For each file, the first and the last line of each range that the preprocessor skipped.
    std::map<std::string, std::vector<std::pair<unsigned, unsigned>>> skipped_;
};

}  // namespace lanewise::compiler
