// Prepares late builtins (docs/ir.md) for a target. One form is complete IR with the target's variants chosen. The
// other form, made on demand, is machine code that is copied into images. Each form is made once in a process, because
// programs call the same few functions and the larger functions take longer to compile than most kernels.
//
// Thread-safety: any thread may call at any time; a caller waits for a form that another thread is making. Returned
// objects live as long as the process.
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

/// Returns the builtin's IR. Returns null, and adds a sentence to `log`, if the library has no such late builtin.
const ReadyBuiltin* ready_builtin(std::string_view name, const Target& target, std::string& log);

/// Returns machine code of the builtin for a LinkedFunction (image_linker.h); null if the code cannot be copied into an
/// image.
const FlatImage* builtin_code(std::string_view name, const Target& target, std::string& log);

}  // namespace lanewise::compiler
