// The implementation of the compiler's interface (compiler.h): runs the front end, links, and generates code.
// Stateless: every call works in its own LLVMContext, so any number of calls may run at once.
#pragma once

#include "lanewise/compiler.h"

namespace lanewise::compiler {

/// Returns the only compiler object of the process.
const Compiler& compiler_instance();

}  // namespace lanewise::compiler
