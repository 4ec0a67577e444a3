// Adds a note to the log of a program that was refused because it needs a later version of OpenCL C. Programs are
// compiled as OpenCL C 1.2 unless -cl-std says otherwise, and Clang's messages do not tell that this is the cause.
//
//   program.cl:3:5: error: use of undeclared identifier 'work_group_barrier'
//   program.cl:3:5: note: 'work_group_barrier' is part of OpenCL C 2.0 and later: build with -cl-std=CL2.0 or
//   -cl-std=CL3.0
//
// No features are listed here: the source of a refused program is read again in the later versions.
//
// Thread-safety: free of state.
#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Frontend/FrontendAction.h>
#include <llvm/ADT/STLFunctionalExtras.h>

#include <string>
#include <vector>

#include "compiler/frontend/options.h"
#include "compiler/frontend/recorded_errors.h"

namespace lanewise::compiler {

/// Runs the front end on the source in another version.
using ReadSource = llvm::function_ref<void(LanguageVersion, clang::DiagnosticConsumer&, clang::FrontendAction&)>;

/// Inserts the note after the first of `errors` that a version after `version` accepts, if there is one. `log` is the
/// text to which the errors were written.
void add_version_hint(LanguageVersion version, const std::vector<RecordedError>& errors, ReadSource read,
                      std::string& log);

}  // namespace lanewise::compiler
