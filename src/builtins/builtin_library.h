// The OpenCL C builtin library inside this binary: bitcode shards, and an index from function names to shards
// (docs/ir.md, "Builtin functions"). tools/pack_library.cpp makes both at build time.
//
// All data is read-only and lives as long as the process. Thread-safe.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace lanewise::builtins {

/// A bitcode module with functions of one source file (tools/split_module.h).
struct Shard {
    std::span<const std::byte> bitcode;  // 16-byte aligned LLVM bitcode for spir64
    bool late = false;                   // whether the shard is linked into kernels after vectorization (docs/ir.md)
};

/// Returns the shard that defines the function with this link name, or nullptr if no shard does. The pointer is the
/// same for all functions of a shard.
const Shard* find(std::string_view mangled);

/// Returns all shards.
std::span<const Shard> shards();

}  // namespace lanewise::builtins
