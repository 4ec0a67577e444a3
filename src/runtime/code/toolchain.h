// Compiler and cache together: makes a program from source, objects or binaries, and machine code from IR. Code that is
// found in the cache is not compiled, so a process that finds all its code never loads the compiler library.
// Thread-safe; no lock is held during a compilation.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "lanewise/compiler.h"
#include "runtime/storage/build_cache.h"

namespace lanewise::runtime {

class ProgramCode;

/// A request for the machine code of a kernel.
struct CodeRequest {
    CodeKind kind = CodeKind::usual;
    Objects objects = Objects::apart;
    bool is_block = false;
    const KnownArguments& known;
    compiler::Effort effort = compiler::Effort::full;
    /// Answers about the launches, or null if nothing is known about them. If it expects launches with shared objects,
    /// a request for Objects::apart returns code for Objects::shared.
    const compiler::ExpectedLaunches* launches = nullptr;
};

/// The result of a build; `code` is not null when the status is success.
struct BuildOutcome {
    compiler::Status status = compiler::Status::failed;
    std::string log;
    std::shared_ptr<ProgramCode> code;
};

/// Returns the identity of the driver's build. The keys of cache entries and program binaries contain it.
const Digest& driver_build_id();

class Toolchain {
public:
    static Toolchain& instance();

    BuildOutcome build(std::string_view source, std::string_view options);
    BuildOutcome compile(std::string_view source, std::string_view options, std::span<const compiler::Header> headers);
    BuildOutcome link(std::span<const compiler::Ir* const> objects, std::string_view options);

    /// Checks the options. Returns success without code, or a log that says what is wrong.
    BuildOutcome check_build_options(std::string_view options);

    /// Makes a program from a program binary without a compilation.
    BuildOutcome adopt(ProgramImage image);

    /// Extracts the IR from which the given kernels can be compiled; empty if the extraction fails.
    compiler::Ir extract(const compiler::Ir& ir, std::span<const std::string_view> kernels);

    /// Finds machine code in the cache; returns nothing if the cache has none.
    std::optional<KernelCode> find_code(const Digest& ir_digest, const std::string& kernel, CodeKind kind,
                                        Objects objects, const KnownArguments& known = {});

    /// Compiles machine code for this machine and stores it in the cache, where it replaces code for the same kind,
    /// objects and arguments. Throws Error(CL_OUT_OF_RESOURCES) with the compiler's log, or
    /// Error(CL_OUT_OF_HOST_MEMORY). A call of this function or of a function above that failed for lack of memory may
    /// succeed the next time.
    KernelCode compile_kernel(const compiler::Ir& ir, const Digest& ir_digest, const std::string& kernel,
                              const CodeRequest& request);

    /// Stores `code` in the cache as the kernel's usual code, and removes the list of other plans to try.
    void settle(const Digest& ir_digest, const std::string& kernel, Objects objects, KernelCode code);

    /// Returns the target and options that compile_kernel() uses.
    const CodeOrigin& origin() const { return origin_; }

    Bytes to_binary(const ProgramImage& image) const;
    std::optional<ProgramImage> from_binary(std::span<const std::uint8_t> bytes) const;

private:
    Toolchain();

    template <class Compile>
    BuildOutcome build_cached(const std::optional<Digest>& key, ProgramType type, std::string_view options,
                              Compile&& compile);
    void tell_refused_cache() noexcept;

    CodeOrigin origin_;
    BuildCache cache_;
    std::atomic<bool> told_refused_cache_ = false;
};

}  // namespace lanewise::runtime
