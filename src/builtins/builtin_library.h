// The OpenCL C builtin library inside this binary: bitcode shards, and an index of the shards that define each function
// (docs/ir.md, "Builtin functions"). Made at build time by tools/pack_library.cpp.
//
// All data is read-only and lives as long as the process. Thread-safe.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace lanewise::builtins {

/// The functions of one source file.
struct Shard {
    std::span<const std::byte> bitcode;  // 16-byte aligned LLVM bitcode for spir64
    bool late = false;                   // linked after vectorization (docs/ir.md)
};

/// The shard that defines the function with this link name, or nullptr. The pointer is the same for
/// every function of a shard.
const Shard* find(std::string_view mangled);

/// Every shard.
std::span<const Shard> shards();

}  // namespace lanewise::builtins
