// Late builtins (docs/ir.md) made ready for a target: whole, with the target's ways chosen, and on demand as machine
// code that images take in. Both are made once in a process: programs call the same few functions, and the larger
// of them cost more to compile than most kernels.
//
// Thread-safety: any thread may call at any time; who asks for what another thread is making waits for it. What
// is returned lives as long as the process.
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

/// Null and a sentence in `log` when the library has no such late builtin.
const ReadyBuiltin* ready_builtin(std::string_view name, const Target& target, std::string& log);

/// Machine code of the builtin, fit for LinkedFunction (image_linker.h); null when it is none that can be copied.
const FlatImage* builtin_code(std::string_view name, const Target& target, std::string& log);

}  // namespace lanewise::compiler
