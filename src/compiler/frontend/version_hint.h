// Adds a note to the log of a program that was refused because it needs a later version of OpenCL C. Programs are
// compiled as OpenCL C 1.2 unless -cl-std says otherwise, and Clang's messages do not mention the version.
//
//   program.cl:3:5: error: use of undeclared identifier 'work_group_barrier'
//   program.cl:3:5: note: 'work_group_barrier' is part of OpenCL C 2.0 and later: build with -cl-std=CL2.0 or
//   -cl-std=CL3.0
//
// This needs no list of features: the front end parses the source of a refused program again in later versions.
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

/// Function that runs the front end on the source in another version.
using ReadSource = llvm::function_ref<void(LanguageVersion, clang::DiagnosticConsumer&, clang::FrontendAction&)>;

/// Inserts the note into `log` after the first of `errors` that a version later than `version` accepts, if there is
/// such an error. The recorder of the errors wrote `log`.
void add_version_hint(LanguageVersion version, const std::vector<RecordedError>& errors, ReadSource read,
                      std::string& log);

}  // namespace lanewise::compiler
