// Keeps `inline` functions of the same name in different objects separate when the objects are linked
// (frontend/inline_functions.h). Each object calls its own definition.
//
// Thread-safety: functions without state.
#pragma once

#include <llvm/IR/Module.h>

namespace lanewise::compiler {

/// If both modules define a function of the same name, and at least one definition is inline, makes each module call
/// its own definition. Must be called before `object` is linked to `program`.
void keep_inline_functions_apart(llvm::Module& program, llvm::Module& object);

}  // namespace lanewise::compiler
