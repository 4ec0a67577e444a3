// Compiler and cache together: makes a program's code from source, objects or binaries, and machine code from IR. Code
// found in the cache is not compiled; the compiler library is loaded only for other code. Thread-safe; no lock is held
// while compiling.
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
    /// Null: nothing is known. A request for Objects::apart yields code for Objects::shared when `launches` expects
    /// shared objects.
    const compiler::ExpectedLaunches* launches = nullptr;
};

/// The result of a build; `code` is not null when the status is success.
struct BuildOutcome {
    compiler::Status status = compiler::Status::failed;
    std::string log;
    std::shared_ptr<ProgramCode> code;
};

/// Identity of the driver's build. Cache entries and program binaries depend on it.
const Digest& driver_build_id();

class Toolchain {
public:
    static Toolchain& instance();

    BuildOutcome build(std::string_view source, std::string_view options);
    BuildOutcome compile(std::string_view source, std::string_view options, std::span<const compiler::Header> headers);
    BuildOutcome link(std::span<const compiler::Ir* const> objects, std::string_view options);

    /// Checks the options: success without code, or a log that tells what is wrong.
    BuildOutcome check_build_options(std::string_view options);

    /// Makes a program of a program binary, without compiling anything.
    BuildOutcome adopt(ProgramImage image);

    /// Extracts some kernels of a program, to compile them from; empty when that fails.
    compiler::Ir extract(const compiler::Ir& ir, std::span<const std::string_view> kernels);

    /// Finds machine code in the cache.
    std::optional<KernelCode> find_code(const Digest& ir_digest, const std::string& kernel, CodeKind kind,
                                        Objects objects, const KnownArguments& known = {});

    /// Compiles machine code for this machine and stores it in the cache, where it replaces code for the same kind,
    /// objects and arguments. Throws Error(CL_OUT_OF_RESOURCES) with the compiler's log, or
    /// Error(CL_OUT_OF_HOST_MEMORY). A call that failed for lack of memory may succeed the next time; this holds for
    /// all functions above.
    KernelCode compile_kernel(const compiler::Ir& ir, const Digest& ir_digest, const std::string& kernel,
                              const CodeRequest& request);

    /// Stores `code` in the cache as the kernel's usual code, without other plans to try.
    void settle(const Digest& ir_digest, const std::string& kernel, Objects objects, KernelCode code);

    /// The target and options of compile_kernel().
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
