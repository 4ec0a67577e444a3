// The compiler combined with the cache: makes programs from source, SPIR-V, objects or binaries, and machine code from
// IR. Code that is found in the cache is not compiled, so a process that finds all its code never loads the compiler
// library. While a thread compiles, it claims the cache entry of the result: other threads and processes that need the
// same result wait for this thread. Several threads may compile different results at the same time. Thread-safe.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "lanewise/compiler.h"
#include "runtime/storage/build_cache.h"
#include "runtime/storage/cache_claim.h"

namespace lanewise::runtime {

class ProgramCode;

/// A request for the machine code of a kernel.
struct CodeRequest {
    CodeVariant variant = CodeVariant::usual;
    Objects objects = Objects::apart;
    bool is_block = false;
    const KnownArguments& known;
    compiler::Effort effort = compiler::Effort::full;
    /// The expected properties of the kernel's launches; null if nothing is known about the launches. If the arguments
    /// of launches are expected to share objects, compile_kernel() may return code for Objects::shared even if the
    /// request is for Objects::apart.
    const compiler::ExpectedLaunches* launches = nullptr;
};

/// The result of a build; `code` is not null when the status is success.
struct BuildOutcome {
    compiler::Status status = compiler::Status::failed;
    std::string log;
    std::shared_ptr<ProgramCode> code;
};

/// Returns the identity of the driver's build. This identity is a part of the keys of cache entries and of each program
/// binary.
const Digest& driver_build_id();

class Toolchain {
public:
    static Toolchain& instance();

    BuildOutcome build(std::string_view source, std::string_view options);
    BuildOutcome build(const compiler::SpirvProgram& program, std::string_view options);
    BuildOutcome compile(std::string_view source, std::string_view options, std::span<const compiler::Header> headers);
    BuildOutcome compile(const compiler::SpirvProgram& program, std::string_view options);
    BuildOutcome link(std::span<const compiler::Ir* const> objects, std::string_view options);

    /// Checks the options. Returns the status `success` and no code, or an error status and a log that describes the
    /// error.
    BuildOutcome check_build_options(std::string_view options);

    /// Makes a program from a program binary, without compiling.
    BuildOutcome adopt(ProgramImage image);

    /// Extracts the IR from which the given kernels can be compiled; returns empty IR if the extraction fails.
    compiler::Ir extract(const compiler::Ir& ir, std::span<const std::string_view> kernels);

    /// Finds machine code in the cache; returns nothing if the cache has none.
    std::optional<KernelCode> find_code(const Digest& ir_digest, const std::string& kernel, CodeVariant variant,
                                        Objects objects, const KnownArguments& known = {});

    /// Returns an object that can claim the cache entry for machine code. A caller for which find_code() found nothing
    /// must call find_or_claim() of this object before compile_kernel(), and keep the object until the code is stored.
    CacheClaim claim_code(const Digest& ir_digest, const std::string& kernel, CodeVariant variant, Objects objects,
                          const KnownArguments& known) const;

    /// Compiles machine code for this machine and stores the code in the cache. The new entry replaces an entry with
    /// the same key: variant of code, objects and arguments. Throws Error(CL_OUT_OF_RESOURCES) with the compiler's log,
    /// or Error(CL_OUT_OF_HOST_MEMORY). If this function or one of the functions above fails for lack of memory, a
    /// later call may succeed.
    KernelCode compile_kernel(const compiler::Ir& ir, const Digest& ir_digest, const std::string& kernel,
                              const CodeRequest& request);

    /// Stores `code` in the cache as the kernel's usual code. The stored code names no other plans, so later processes
    /// start no trial of plans.
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
