// Prints Clang's diagnostics to the log, and records each error together with the place in the log where its text ends.
//
// Not thread-safe; one object per run of the front end.
#pragma once

#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <llvm/Support/raw_ostream.h>

#include <string>
#include <vector>

namespace lanewise::compiler {

struct RecordedError {
    std::string file;  // file, line and column in the text that Clang read, regardless of #line
    unsigned line = 0;
    unsigned column = 0;
    std::string shown_place;    // "program.cl:3:5"
    std::string name;           // the undeclared name; empty for other kinds of errors
    bool is_directive = false;  // whether an #error directive reports the error
    std::size_t log_end = 0;    // size of the log after the error, its source line and its notes

    bool is_on_line_of(const RecordedError& other) const { return line == other.line && file == other.file; }
    bool is_at(const RecordedError& other) const { return is_on_line_of(other) && column == other.column; }
};

class ErrorRecorder final : public clang::TextDiagnosticPrinter {
public:
    /// Makes a recorder that appends diagnostics to `log`.
    ErrorRecorder(std::string& log, clang::DiagnosticOptions& options)
        : TextDiagnosticPrinter(stream_, options), log_(log), stream_(log) {}

    void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) override;

    /// Returns the errors in the order of their reports.
    const std::vector<RecordedError>& errors();
    /// True if Clang stopped before the end of the source.
    bool was_cut_short() const { return was_cut_short_; }

private:
    void end_last();

    std::string& log_;
    llvm::raw_string_ostream stream_;
    std::vector<RecordedError> errors_;
    bool is_open_ = false;  // the last error may still get notes
    bool was_cut_short_ = false;
};

}  // namespace lanewise::compiler
