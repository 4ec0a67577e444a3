// Records the source locations of functions that may be on a call cycle, and of their calls (ir/calls/call_places.h).
//
// Thread-safety: none; one object serves one front end.
#pragma once

namespace clang {
class CodeGenerator;
}

namespace lanewise::compiler {

/// In a whole program, records only the functions on a cycle. Otherwise records all functions but kernels, since other
/// objects may call them. Code must have been generated.
void record_calls(clang::CodeGenerator& generator, bool is_whole_program);

}  // namespace lanewise::compiler
