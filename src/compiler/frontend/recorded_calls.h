// Records where functions that may be on a call cycle stand in the source, and what they call (ir/call_places.h).
//
// Thread-safety: none; one object serves one front end.
#pragma once

namespace clang {
class CodeGenerator;
}

namespace lanewise::compiler {

/// In a whole program, of functions that are on a cycle; else of all but kernels, since other objects may call them.
/// The generator has made its module.
void record_calls(clang::CodeGenerator& generator, bool is_whole_program);

}  // namespace lanewise::compiler
