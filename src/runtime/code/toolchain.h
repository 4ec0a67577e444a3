// Compiler and cache as one: every way from source, objects or binaries to a program's code, and
// from IR to machine code. What the cache holds is not compiled; the compiler library is loaded
// only for the rest. Thread-safe; no lock is held while compiling.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "lanewise/compiler.h"
#include "runtime/storage/build_cache.h"

namespace lanewise::runtime {

class ProgramCode;

/// The machine code of a kernel that is wanted.
struct CodeRequest {
    CodeKind kind = CodeKind::usual;
    Objects objects = Objects::apart;
    bool is_block = false;
    const KnownArguments& known;
    compiler::Effort effort = compiler::Effort::full;
    /// Null: nothing is known. Code for objects apart becomes such for shared ones where these are expected.
    const compiler::ExpectedLaunches* launches = nullptr;
};

/// How a build went. `code` is there when the status is success.
struct BuildOutcome {
    compiler::Status status = compiler::Status::failed;
    std::string log;
    std::shared_ptr<ProgramCode> code;
};

/// Identity of the driver's build, which cache entries and program binaries are tied to.
const Digest& driver_build_id();

class Toolchain {
public:
    static Toolchain& instance();

    BuildOutcome build(std::string_view source, std::string_view options);
    BuildOutcome compile(std::string_view source, std::string_view options, std::span<const compiler::Header> headers);
    BuildOutcome link(std::span<const compiler::Ir* const> objects, std::string_view options);

    /// Success without code, or what is wrong with them.
    BuildOutcome check_build_options(std::string_view options);

    /// A program binary made ready: nothing is compiled.
    BuildOutcome adopt(ProgramImage image);

    /// Some kernels of a program alone, to compile them from; empty when that fails.
    compiler::Ir extract(const compiler::Ir& ir, std::span<const std::string_view> kernels);

    /// Machine code that the cache has.
    std::optional<KernelCode> find_code(const Digest& ir_digest, const std::string& kernel, CodeKind kind,
                                        Objects objects, const KnownArguments& known = {});

    /// Machine code for this machine, compiled. Throws Error(CL_OUT_OF_RESOURCES) with the compiler's log, or
    /// Error(CL_OUT_OF_HOST_MEMORY), which may be otherwise the next time (so may it for all of the above). The cache
    /// gives it from now on, in place of what it gave for the same kind, objects and arguments.
    KernelCode compile_kernel(const compiler::Ir& ir, const Digest& ir_digest, const std::string& kernel,
                              const CodeRequest& request);

    /// From now on the cache gives `code` for the kernel's usual code, and says that it is sure of it.
    void settle(const Digest& ir_digest, const std::string& kernel, Objects objects, KernelCode code);

    /// What compile_kernel makes machine code for.
    const CodeOrigin& origin() const { return origin_; }

    Bytes to_binary(const ProgramImage& image) const;
    std::optional<ProgramImage> from_binary(std::span<const std::uint8_t> bytes) const;

private:
    Toolchain();

    template <class Compile>
    BuildOutcome build_cached(const std::optional<Digest>& key, ProgramType type, std::string_view options,
                              Compile&& compile);

    CodeOrigin origin_;
    BuildCache cache_;
};

}  // namespace lanewise::runtime
