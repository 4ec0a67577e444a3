// Prints Clang's diagnostics, and records the errors and where the log ends after each.
//
// Not thread-safe; one object per run of the front end.
#pragma once

#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <llvm/Support/raw_ostream.h>

#include <string>
#include <vector>

namespace lanewise::compiler {

struct RecordedError {
    std::string file;  // file, line and column in the text that Clang read, whatever #line says
    unsigned line = 0;
    unsigned column = 0;
    std::string shown_place;    // "program.cl:3:5"
    std::string name;           // the undeclared name; empty in errors of another kind
    bool is_directive = false;  // #error
    std::size_t log_end = 0;    // the log's size after the error, its source line and its notes

    bool is_on_line_of(const RecordedError& other) const { return line == other.line && file == other.file; }
    bool is_at(const RecordedError& other) const { return is_on_line_of(other) && column == other.column; }
};

class ErrorRecorder final : public clang::TextDiagnosticPrinter {
public:
    /// Appends to `log`.
    ErrorRecorder(std::string& log, clang::DiagnosticOptions& options)
        : TextDiagnosticPrinter(stream_, options), log_(log), stream_(log) {}

    void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) override;

    /// The errors in their original order.
    const std::vector<RecordedError>& errors();
    /// Whether Clang gave up before the end of the source.
    bool was_cut_short() const { return was_cut_short_; }

private:
    void end_last();

    std::string& log_;
    llvm::raw_string_ostream stream_;
    std::vector<RecordedError> errors_;
    bool is_open_ = false;  // notes may follow the last error
    bool was_cut_short_ = false;
};

}  // namespace lanewise::compiler
