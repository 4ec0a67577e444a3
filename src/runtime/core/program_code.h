// The outcome of one successful build: IR, signatures, and the machine code of those kernels that
// have been asked for. A kernel is compiled once, by whoever asks first; others who ask meanwhile
// wait for that one kernel only. Shared by a program and its kernels. Thread-safe.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "device/kernel/code_loader.h"
#include "device/pool/arena.h"
#include "device/pool/cost_estimate.h"
#include "runtime/core/toolchain.h"
#include "runtime/core/variable_storage.h"
#include "runtime/storage/program_format.h"

namespace lanewise::runtime {

/// A kernel ready to run. Immutable but for what is learnt of its cost; commands keep it alive while they run its code.
struct CompiledKernel {
    KernelInfo info;
    KernelCode code;
    std::unique_ptr<const device::LoadedCode> loaded;
    mutable device::CostEstimate cost;
    std::shared_ptr<VariableStorage> variables;  // the program's

    abi::Entry entry() const { return loaded->entry(); }
};

class ProgramCode {
public:
    ProgramCode(Toolchain& toolchain, ProgramImage image);

    /// Kernels are ended with `group`, if there is one. To be called before any kernel is asked for.
    void end_with(std::shared_ptr<device::CodeGroup> group) { group_ = std::move(group); }

    ProgramType type() const { return image_.type; }
    const std::string& options() const { return image_.options; }
    const compiler::Ir& ir() const { return image_.ir; }
    const std::vector<KernelInfo>& kernels() const { return image_.kernels; }
    const ProgramVariables& variables() const { return image_.variables; }
    /// Of those that have a name for the application.
    bool has_kernel(std::string_view name) const {
        const std::size_t index = index_of(name);
        return index < image_.kernels.size() && !image_.kernels[index].is_block;
    }
    /// What the application knows of `kernels`: not those of blocks.
    std::vector<const KernelInfo*> named_kernels() const;
    const std::shared_ptr<VariableStorage>& variable_storage() const { return storage_; }

    /// The kernel of a block, by its number (KernelInfo::enqueues); null for one that no kernel made so far enqueues.
    const CompiledKernel* block(std::uint64_t number) const noexcept {
        return number < blocks_.size() ? blocks_[number].load(std::memory_order_acquire) : nullptr;
    }
    /// Its code for launches beyond small_id_bound, compiled when there is one; null when that fails.
    const CompiledKernel* block_with_large_ids(std::uint64_t number) noexcept;

    /// Compiles the kernel unless that is done. Throws Error(CL_OUT_OF_RESOURCES) with the reason.
    std::shared_ptr<const CompiledKernel> kernel(std::string_view name);

    /// The same of what some launches take in place of the code of kernel(), or besides. Compiled at the first
    /// such launch, since few processes ever make one.
    std::shared_ptr<const CompiledKernel> kernel_for(std::string_view name, CodeKind kind);

    /// One line for each kernel that was asked for: how it was vectorized; and why a kernel failed. What
    /// binary() compiles on its own is not told: programs take any text after a build for a warning.
    std::string summaries();

    /// For CL_PROGRAM_BINARIES: compiles all kernels first, on the threads of `arena`. A kernel
    /// that cannot be compiled is left out; creating it from the binary fails in the same way.
    /// Always the same bytes: applications ask for their number first. Throws when memory is short.
    std::shared_ptr<const Bytes> binary(device::Arena& arena);

private:
    struct Slot {
        std::mutex mutex;                              // held while compiling
        std::shared_ptr<const CompiledKernel> kernel;  // under mutex
        std::string failure;                           // under mutex
        bool created = false;                          // kernel() gave it out; under mutex
    };
    class CompileTask;

    std::size_t index_of(std::string_view name) const;
    std::vector<Slot>& slots(CodeKind kind) { return slots_[static_cast<std::size_t>(kind)]; }
    void compile_blocks_of(const KernelInfo& kernel);
    std::shared_ptr<const CompiledKernel> compile(std::size_t index, CodeKind kind);
    std::shared_ptr<const CompiledKernel> make_kernel(std::size_t index, CodeKind kind);
    void compile_all(device::Arena& arena);
    Bytes make_binary(device::Arena& arena);

    Toolchain& toolchain_;
    ProgramImage image_;
    Digest ir_digest_;
    std::shared_ptr<VariableStorage> storage_;  // outlives this while commands run
    std::shared_ptr<device::CodeGroup> group_;
    std::array<std::vector<Slot>, code_kinds> slots_;  // by kind, one for each of image_.kernels
    std::vector<std::size_t> block_indices_;           // of the blocks among image_.kernels
    std::vector<std::atomic<const CompiledKernel*>> blocks_;
    std::mutex binary_mutex_;
    std::shared_ptr<const Bytes> binary_;  // under binary_mutex_; null until it is asked for
};

}  // namespace lanewise::runtime
