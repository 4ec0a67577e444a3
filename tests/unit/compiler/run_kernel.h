// Compiles a kernel and runs an NDRange on the calling thread, in the same way as the device. Makes the argument block,
// local memory and context, and runs groups one after another. Local memory and context end where an inaccessible page
// starts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "device/kernel/code_loader.h"
#include "lanewise/compiler.h"
#include "lanewise/ndrange.h"

namespace lanewise::abi {
struct Launch;
struct RuntimeFunctions;
struct Worker;
}  // namespace lanewise::abi

namespace lanewise::test {

/// Returns a one-dimensional NDRange of `global` work-items in groups of `local`.
inline NDRange line(std::uint64_t global, std::uint64_t local) {
    NDRange range;
    range.global_size[0] = global;
    range.local_size[0] = local;
    return range;
}

/// An argument block to which arguments are appended in order, each at its natural alignment.
class ArgumentBlock {
public:
    template <typename T>
    ArgumentBlock& add(const T& value) {
        bytes_.resize((bytes_.size() + alignof(T) - 1) / alignof(T) * alignof(T) + sizeof(T));
        std::memcpy(bytes_.data() + bytes_.size() - sizeof(T), &value, sizeof(T));
        return *this;
    }
    std::span<const std::byte> bytes() const { return bytes_; }

private:
    std::vector<std::byte> bytes_;
};

/// A type of C++, and its name in OpenCL C.
template <class T>
struct Typed {
    const char* name;
};

/// Functions that compiled code calls for printf and for enqueues from the device, and the command to which these calls
/// belong.
struct Callbacks {
    const abi::RuntimeFunctions* functions = nullptr;
    void* command = nullptr;
    std::byte* program_variables = nullptr;  // the block of the program's variables (lanewise/program_variables.h)
};

/// Machine code of one kernel. As on the device, full chunks and partial chunks may have separate code.
class CompiledKernel {
public:
    /// Compiles the kernel. `vector_width`, `together`, `along` and `passes` are as in CodeOptions, and `launches` may
    /// be null. `target_limit` is as in LANEWISE_CPU_FEATURES; an empty string means all features of the host. With
    /// Chunks::all, or with `known` arguments, one function runs all chunks. If the kernel does not compile, the object
    /// has no code and converts to false; log() says why.
    CompiledKernel(const compiler::Ir& program, const std::string& kernel, std::uint32_t vector_width,
                   std::string_view target_limit, compiler::Together together = compiler::Together::where_it_pays,
                   compiler::Chunks chunks = compiler::Chunks::full,
                   compiler::Along along = compiler::Along::where_it_pays, const KnownArguments& known = {},
                   bool large_launch = false, compiler::KeptCalls kept_calls = compiler::KeptCalls::where_too_large,
                   compiler::Effort effort = compiler::Effort::full,
                   const compiler::ExpectedLaunches* launches = nullptr, const std::string& passes = {});

    explicit operator bool() const { return !parts_.empty(); }
    const std::string& log() const { return log_; }
    const KernelCode& facts() const { return parts_.front().facts; }

    /// Runs the kernel. `local_argument_bytes` is the size of local memory passed as arguments, without the kernel's
    /// own local variables. `flags` is as in abi::Launch.
    void run(const NDRange& range, const ArgumentBlock& arguments, std::uint64_t local_argument_bytes,
             std::uint32_t flags = 0, const Callbacks& callbacks = {}) const;

private:
    struct Part {
        KernelCode facts;
        std::shared_ptr<const device::LoadedCode> code;
    };
    bool add_part(std::vector<Part>& parts, const compiler::Ir& program, const std::string& kernel,
                  const compiler::CodeOptions& options);
    static void run_in_turns(const Part& part, const abi::Launch& launch, abi::Worker worker,
                             const std::byte* arguments, const NDRange& range);

    std::vector<Part> flat_parts_;  // code for launches whose sub-groups may span several rows; may be empty
    std::vector<Part> parts_;       // one code for all chunks, or code for full and for partial chunks; may be empty
    std::string log_;
};

/// Options of a run. `local_argument_bytes` is the size of local memory passed as arguments, without the kernel's own
/// local variables.
struct RunOptions {
    std::string build_options{};
    std::uint64_t local_argument_bytes = 0;
    std::uint32_t vector_width = 0;
    std::string target_limit = {};  // as in LANEWISE_CPU_FEATURES; empty for all features of the host
    compiler::Together together = compiler::Together::where_it_pays;
    compiler::Along along = compiler::Along::where_it_pays;
    std::string* summary = nullptr;  // if not null, receives the build log's line about the kernel
    std::uint32_t flags = 0;         // as in abi::Launch
    bool large_launch = false;       // as in CodeOptions
    compiler::KeptCalls kept_calls = compiler::KeptCalls::where_too_large;
    compiler::Effort effort = compiler::Effort::full;
    std::string passes = {};  // as in CodeOptions
};

/// Compiles and runs a kernel. If the kernel does not compile, fails the test and shows the log.
void run_kernel(std::string_view source, const std::string& kernel, const NDRange& range,
                const ArgumentBlock& arguments, const RunOptions& options = {});

/// Returns the build log's line about kernel `k`, which names the kernel's plan for `target`. If `lanes` is not 0, the
/// plan has this number of lanes.
std::string summary_of(const std::string& source, const Target& target, std::uint32_t lanes = 0);

/// Returns the build log's line about kernel `k` for the processor that runs the test.
std::string summary_of(const std::string& source);

/// Returns a target with 512-bit registers and slow gathers.
Target target_of_512_bits();

}  // namespace lanewise::test
