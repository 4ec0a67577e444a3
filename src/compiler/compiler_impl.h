// The facade's implementation (compiler.h): ties front end, linking and code generation together.
// Stateless: every call works in its own LLVMContext, so any number may run at once.
#pragma once

#include "lanewise/compiler.h"

namespace lanewise::compiler {

/// The one compiler of the process.
const Compiler& compiler_instance();

}  // namespace lanewise::compiler
