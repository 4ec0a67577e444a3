// Makes late builtins (docs/ir.md) ready for a target: whole, with the target's ways chosen, and on demand as machine
// code that images take in. Both forms are made once in a process. Programs call the same few functions, and the larger
// ones cost more to compile than most kernels.
//
// Thread-safety: any thread may call at any time; a caller waits for a form that another thread is making. Results live
// as long as the process.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lanewise/compiler.h"
#include "lanewise/kernel_info.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

struct ReadyBuiltin {
    Ir body;                 // bitcode of a module that defines this function alone
    std::uint64_t size = 0;  // code_size()
};

/// Returns null, and a sentence in `log`, if the library has no such late builtin.
const ReadyBuiltin* ready_builtin(std::string_view name, const Target& target, std::string& log);

/// Returns machine code of the builtin, fit for LinkedFunction (image_linker.h); null if the code cannot be copied.
const FlatImage* builtin_code(std::string_view name, const Target& target, std::string& log);

}  // namespace lanewise::compiler
