// Records the source locations of functions that may be part of a call cycle, and the source locations of the calls in
// these functions (ir/calls/call_places.h).
//
// Not thread-safe; called by the thread that runs the front end.
#pragma once

namespace clang {
class CodeGenerator;
}

namespace lanewise::compiler {

/// In a whole program, records only functions that are part of a cycle. Otherwise records all functions except kernels,
/// since calls from other objects may complete a cycle. Must be called after code was generated.
void record_calls(clang::CodeGenerator& generator, bool is_whole_program);

}  // namespace lanewise::compiler
