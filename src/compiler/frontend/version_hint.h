// A sentence in the log of a program that was refused because it is one of a later version of OpenCL C: programs are
// compiled as OpenCL C 1.2 unless -cl-std says otherwise, and Clang's words for what is missing do not tell why.
//
//   program.cl:3:5: error: use of undeclared identifier 'work_group_barrier'
//   program.cl:3:5: note: 'work_group_barrier' is part of OpenCL C 2.0 and later: build with -cl-std=CL2.0 or
//   -cl-std=CL3.0
//
// Nothing is listed here: the source is read again in those versions, which happens to refused programs alone.
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

/// Puts the sentence behind the first of `errors` that a version after `version` does not make, where there is one.
/// `log` is what the errors were written to.
void add_version_hint(LanguageVersion version, const std::vector<RecordedError>& errors, ReadSource read,
                      std::string& log);

}  // namespace lanewise::compiler
