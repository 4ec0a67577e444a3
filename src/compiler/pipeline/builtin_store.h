// Prepares late builtins (docs/ir.md) for a target. A builtin is prepared in two forms. The first form is IR into which
// all called functions are inlined, in their variants for the target. The second form, made on demand, is machine code
// that is copied into code images. Each form is made once in a process, because programs call the same few functions,
// and compiling one of the larger functions takes longer than compiling most kernels.
//
// Thread-safety: any thread may call at any time. If another thread is making the form, the caller waits until the form
// is made. Returned objects live as long as the process.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lanewise/compiler.h"
#include "lanewise/kernel_info.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

struct ReadyBuiltin {
    Ir body;                 // bitcode of a module that defines only this function
    std::uint64_t size = 0;  // size of the function by code_size()
};

/// Returns the builtin's IR. Returns null, and adds a sentence to `log`, if the library has no late builtin `name`.
const ReadyBuiltin* ready_builtin(std::string_view name, const Target& target, std::string& log);

/// Returns machine code of the builtin for a LinkedFunction (image_linker.h); null if the code cannot be copied into an
/// image.
const FlatImage* builtin_code(std::string_view name, const Target& target, std::string& log);

}  // namespace lanewise::compiler
