// Adds a note to the build log of a program that was refused because it needs a later version of OpenCL C. Programs are
// compiled as OpenCL C 1.2 unless -cl-std says otherwise, and Clang's messages do not mention the version.
//
//   program.cl:3:5: error: use of undeclared identifier 'work_group_barrier'
//   program.cl:3:5: note: 'work_group_barrier' is part of OpenCL C 2.0 and later: build with -cl-std=CL2.0 or
//   -cl-std=CL3.0
//
// The hint needs no list of features: the front end parses the source of a refused program again as later versions of
// OpenCL C.
//
// Thread-safety: functions without state.
#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Frontend/FrontendAction.h>
#include <llvm/ADT/STLFunctionalExtras.h>

#include <string>
#include <vector>

#include "compiler/frontend/options.h"
#include "compiler/frontend/recorded_errors.h"

namespace lanewise::compiler {

/// Function that runs the front end on the source as another version of OpenCL C.
using ReadSource = llvm::function_ref<void(LanguageVersion, clang::DiagnosticConsumer&, clang::FrontendAction&)>;

/// Finds the first of `errors` whose source code is valid in a later version than `version`, and inserts the note into
/// `log` after this error. Without such an error, `log` stays unchanged. `log` must be the log that the recorder of
/// `errors` wrote.
void add_version_hint(LanguageVersion version, const std::vector<RecordedError>& errors, ReadSource read,
                      std::string& log);

}  // namespace lanewise::compiler
