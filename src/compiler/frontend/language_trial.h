// Reads a program's source in another version of OpenCL C, to see whether this version accepts the parts that a first
// reading refused.
//
// Not thread-safe; one object per reading.
#pragma once

#include <clang/Frontend/FrontendAction.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/frontend/recorded_errors.h"

namespace lanewise::compiler {

/// Reads without generating code. Looks up the names of `refused` in the language.
class LanguageTrial final : public clang::ASTFrontendAction {
public:
    /// `refused` must outlive the object.
    explicit LanguageTrial(const std::vector<RecordedError>& refused) : refused_(refused) {}

    /// Whether the tried version accepts the cause of `error`, one of `refused`; `errors` are those of this reading.
    bool accepts(const RecordedError& error, ErrorRecorder& errors) const;

private:
    class Consumer;
    class SkippedLines;

    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& instance, llvm::StringRef) override;
    void look_up_names(clang::CompilerInstance& instance);
    bool is_skipped(const RecordedError& error) const;

    const std::vector<RecordedError>& refused_;
    std::set<std::string> known_names_;
    std::map<std::string, std::vector<std::pair<unsigned, unsigned>>> skipped_;  // first and last lines, by file
};

}  // namespace lanewise::compiler
