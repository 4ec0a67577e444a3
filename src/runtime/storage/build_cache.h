// The persistent cache of builds: source to program, IR to machine code. Keys cover everything that the result depends
// on, including the compiler's build id. A source that may read files or the clock has no key, but its machine code has
// one. A process that finds everything in the cache never loads the compiler library. Thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "lanewise/compiler.h"
#include "runtime/storage/cache_directory.h"
#include "runtime/storage/program_format.h"

namespace lanewise::runtime {

/// Key of clBuildProgram or, with headers, of clCompileProgram; nothing when the result depends on more than the
/// arguments.
std::optional<Digest> key_of_source(std::string_view action, std::string_view source, std::string_view options,
                                    std::span<const compiler::Header> headers, const Digest& build_id);

/// Key of clLinkProgram.
Digest key_of_link(std::span<const compiler::Ir* const> objects, std::string_view options, const Digest& build_id);

/// Key of the machine code of one kernel.
Digest key_of_code(const Digest& ir, std::string_view kernel, const CodeOrigin& origin, CodeKind kind,
                   const Digest& build_id, const KnownArguments& known = {}, Objects objects = Objects::apart);

class BuildCache {
public:
    /// Creates a cache; with a null `directory` it is always empty.
    BuildCache(std::unique_ptr<CacheDirectory> directory, const Digest& build_id)
        : directory_(std::move(directory)), build_id_(build_id) {}

    const Digest& build_id() const { return build_id_; }
    /// Null when nothing is cached.
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
