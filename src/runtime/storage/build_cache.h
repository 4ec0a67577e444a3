// The persistent cache of builds: finds the program for a source text, and the machine code for IR. A key covers
// everything that the result depends on, including the compiler's build id. A source that may read files or the clock
// has no key, but the machine code of its IR has a key. If a process finds all code in the cache, it never loads the
// compiler library. Thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "lanewise/compiler.h"
#include "runtime/storage/cache_directory.h"
#include "runtime/storage/program_format.h"

namespace lanewise::runtime {

/// Returns the cache key for a call of clBuildProgram, or of clCompileProgram if there are headers. Returns nothing if
/// the result of the call depends on more than the arguments.
std::optional<Digest> key_of_source(std::string_view action, std::string_view source, std::string_view options,
                                    std::span<const compiler::Header> headers, const Digest& build_id);

/// Returns the cache key for a call of clBuildProgram or clCompileProgram for a program in SPIR-V.
Digest key_of_il(std::string_view action, const compiler::SpirvProgram& program, std::string_view options,
                 const Digest& build_id);

/// Returns the cache key for a call of clLinkProgram.
Digest key_of_link(std::span<const compiler::Ir* const> objects, std::string_view options, const Digest& build_id);

/// Returns the cache key for the machine code of one kernel.
Digest key_of_code(const Digest& ir, std::string_view kernel, const CodeOrigin& origin, CodeVariant variant,
                   const Digest& build_id, const KnownArguments& known = {}, Objects objects = Objects::apart);

class BuildCache {
public:
    /// Creates a cache; if `directory` is null, the cache stores nothing.
    BuildCache(std::unique_ptr<CacheDirectory> directory, const Digest& build_id)
        : directory_(std::move(directory)), build_id_(build_id) {}

    const Digest& build_id() const { return build_id_; }
    /// Returns the cache's directory; null if nothing is cached.
    const CacheDirectory* directory() const noexcept { return directory_.get(); }

    std::optional<ProgramImage> find_program(const Digest& key);
    void store_program(const Digest& key, const ProgramImage& program);
    std::optional<KernelCode> find_code(const Digest& key);
    void store_code(const Digest& key, const KernelCode& code);

private:
    const std::unique_ptr<CacheDirectory> directory_;
    const Digest build_id_;
};

}  // namespace lanewise::runtime
