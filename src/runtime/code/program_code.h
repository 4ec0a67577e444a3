// The result of one successful build: IR, signatures, and the machine code of the kernels requested so far. Each kernel
// is compiled once (code/code_slot.h): by a thread of the device after begin_kernel(), or by the first thread that
// needs it. Shared by a program and its kernels. Thread-safe.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "device/kernel/code_loader.h"
#include "device/pool/arena.h"
#include "device/pool/cost_estimate.h"
#include "lanewise/ndrange.h"
#include "runtime/code/code_slot.h"
#include "runtime/code/first_launch.h"
#include "runtime/code/heat.h"
#include "runtime/code/known_codes.h"
#include "runtime/code/object_sharing.h"
#include "runtime/code/plan_trial.h"
#include "runtime/code/program_parts.h"
#include "runtime/code/toolchain.h"
#include "runtime/code/variable_storage.h"
#include "runtime/storage/program_format.h"

namespace lanewise::runtime {

/// A kernel ready to run. Immutable save for `cost`, which launches correct; commands keep it alive while they run its
/// code.
struct CompiledKernel {
    KernelInfo info;
    KernelCode code;
    std::unique_ptr<const device::LoadedCode> loaded;
    mutable device::CostEstimate cost;
    std::shared_ptr<VariableStorage> variables;  // of the program
    std::size_t index = 0;                       // in ProgramCode::kernels()
    CodeKind kind = CodeKind::usual;

    abi::Entry entry() const { return loaded->entry(); }

    /// The time of a launch of `items` work-items on all threads together; 0 when unknown.
    float expected_ns(std::uint64_t items) const noexcept {
        return cost.is_known() ? cost.item_ns() * static_cast<float>(items) : 0;
    }
};

class ProgramCode : public std::enable_shared_from_this<ProgramCode> {
public:
    ProgramCode(Toolchain& toolchain, ProgramImage image);

    /// The same kernels for launches whose arguments share objects (KernelCode::written_apart). This version has plans
    /// and other results of auto-tuning of its own. Made at the first call.
    std::shared_ptr<ProgramCode> for_shared_objects() { return version(Objects::shared, /*is_hot=*/false); }

    /// A faster version for repeated launches of a kernel whose first code lacks no-alias versioning (gains_apart) or
    /// took little time to compile (provisional). Once launches have taken about the time to compile it, the threads
    /// of `arena` make the version; null until then.
    std::shared_ptr<ProgramCode> when_hot(std::size_t index, Objects objects, std::uint64_t items,
                                          device::Arena& arena);

    /// Whether properties of launches may still influence the usual code of the kernel.
    bool awaits_launches(std::size_t index) const noexcept {
        return !slots_[static_cast<std::size_t>(CodeKind::usual)][index].is_settled();
    }
    void tell_sharing(std::size_t index, std::uint64_t shared) noexcept { sharing_.tell(index, shared); }
    /// The sizes of the launch that waits for the kernel; to be set while awaits_launches().
    FirstLaunch& first_launch(std::size_t index) noexcept { return first_launches_[index]; }

    /// Adds the kernels to `group`, which may be null and can end them. Must be called before any kernel is requested.
    void end_with(std::shared_ptr<device::CodeGroup> group) { group_ = std::move(group); }

    ProgramType type() const { return image_.type; }
    const std::string& options() const { return image_.options; }
    const compiler::Ir& ir() const { return image_.ir; }
    const std::vector<KernelInfo>& kernels() const { return image_.kernels; }
    const ProgramVariables& variables() const { return image_.variables; }
    /// The index in kernels() of the kernel with this name; not of a block.
    std::optional<std::size_t> find_kernel(std::string_view name) const;
    /// The kernels that the application can see: all but those of blocks.
    std::vector<const KernelInfo*> named_kernels() const;
    const std::shared_ptr<VariableStorage>& variable_storage() const { return storage_; }

    /// The kernel of a block, by its number (KernelInfo::enqueues); null when no kernel made so far enqueues the block.
    const CompiledKernel* block(std::uint64_t number) const noexcept {
        return number < blocks_.size() ? blocks_[number].load(std::memory_order_acquire) : nullptr;
    }
    /// A block's code of another kind, compiled at the first call; null when that fails.
    const CompiledKernel* block_of_kind(std::uint64_t number, CodeKind kind) noexcept;

    /// Announces that kernel() will be called for this kernel. Makes the kernel at once when nothing need be compiled.
    /// Otherwise the threads of `arena` compile it from now on, unless it is the only kernel.
    void begin_kernel(std::size_t index, device::Arena& arena);

    /// The kernel, with the blocks that it may enqueue; compiled at the first call. Throws Error(CL_OUT_OF_RESOURCES)
    /// with the reason.
    const std::shared_ptr<const CompiledKernel>& kernel(std::size_t index) {
        const CodeSlot::Code* const made = slots(CodeKind::usual)[index].made();  // every launch calls this
        return made ? *made : wait_for_kernel(index);
    }

    /// The kernel's code of another kind, which some launches run in place of the usual code or in addition. Compiled
    /// at the first such launch, since few processes have one.
    const std::shared_ptr<const CompiledKernel>& kernel_for(std::size_t index, CodeKind kind);

    bool has_made(std::size_t index, CodeKind kind) { return slots(kind)[index].made() != nullptr; }

    /// As kernel_for(), but no launch waits. Once launches have taken about the time to compile the code, the threads
    /// of `arena` compile it; null until then.
    const CodeSlot::Code* code_when_hot(std::size_t index, CodeKind kind, std::uint64_t items, device::Arena& arena);

    /// The code that a launch runs in place of kernel().
    struct PlannedCode {
        const CodeSlot::Code& code;
        CodeKind kind;
        TimedTurn turn;
    };
    /// Whether planned_code() may return anything but the usual code for a launch of this many work-items.
    bool may_plan(std::size_t index, const CompiledKernel& usual, std::uint64_t items) const noexcept {
        return trials_[index].concerns(usual.expected_ns(items));
    }
    /// The code of a launch of `range` for a kernel with other plans (code/plan_trial.h); the range must fill the lanes
    /// of the usual code. The threads of `arena` compile other codes meanwhile. `threads` have work-groups to run.
    PlannedCode planned_code(std::size_t index, const NDRange& range, unsigned threads, device::Arena& arena);

    /// Code of `kind` specialized for launches with images and samplers like those in `block` (code/known_codes.h);
    /// null when there is none, or not yet. `items` is the number of work-items. The threads of `arena` compile such
    /// code.
    const CodeSlot::Code* known_code(std::size_t index, CodeKind kind, const std::byte* block, std::uint64_t items,
                                     device::Arena& arena) {
        return known_[index].watches() ? find_known_code(index, kind, block, items, arena) : nullptr;
    }

    /// One line for each kernel after begin_kernel(): how it was vectorized, or why it failed. Kernels that only
    /// binary() compiled have no line, since programs take any text after a build for a warning.
    std::string summaries();

    /// The bytes of CL_PROGRAM_BINARIES. Compiles all kernels first, on the threads of `arena`. Leaves out a kernel
    /// that cannot be compiled; creating it from the binary fails in the same way. Returns the same bytes each time,
    /// since applications ask for their number first. Throws when memory is short.
    std::shared_ptr<const Bytes> binary(device::Arena& arena);

private:
    /// Creates the storage when `storage` is null.
    ProgramCode(Toolchain& toolchain, std::optional<Objects> objects, bool is_hot, ProgramImage image,
                std::shared_ptr<VariableStorage> storage);

    class LaterTask;
    class CompileTask;
    class Launches;

    /// The code of a kernel for launches that repeat.
    struct HotVersion {
        Heat heat;
        std::atomic<bool> is_made = false;  // when_hot() returns it
    };

    std::shared_ptr<ProgramCode> version(Objects objects, bool is_hot);
    void make_hot(std::size_t index, Objects objects);
    Objects objects_of(std::size_t index) const noexcept;
    std::optional<KernelCode> find_usual_code(std::size_t index);
    std::optional<KernelCode> find_other_code(std::size_t index, CodeKind kind, const KnownArguments& known);
    KernelCode compile(std::size_t index, CodeKind kind, const KnownArguments& known);

    const std::shared_ptr<const CompiledKernel>& wait_for_kernel(std::size_t index);
    std::vector<CodeSlot>& slots(CodeKind kind) { return slots_[static_cast<std::size_t>(kind)]; }
    std::optional<KernelCode> find_code(std::size_t index, CodeKind kind, const KnownArguments& known = {});
    /// Makes the kernel from `code`, or compiles it when there is none.
    std::shared_ptr<const CompiledKernel> make_kernel(std::size_t index, CodeKind kind, std::optional<KernelCode> code,
                                                      const KnownArguments& known = {});
    std::shared_ptr<const CompiledKernel> make_with_blocks(std::size_t index, std::optional<KernelCode> code);
    void make_blocks_of(const KernelInfo& kernel);
    void post(std::size_t index, CodeKind kind, device::Arena& arena);
    /// Returns false when there is no memory for the task.
    bool do_sometime(device::Arena& arena, float ns, std::function<void(ProgramCode&)> work) noexcept;
    void make_other(std::size_t index) noexcept;
    PlanTrial::Turn advise(std::size_t index, std::uint64_t items, device::Arena& arena);
    float hot_ns(std::size_t index);
    const CodeSlot::Code* find_known_code(std::size_t index, CodeKind kind, const std::byte* block, std::uint64_t items,
                                          device::Arena& arena);
    void make_known(std::size_t index, KnownCodes::Version& version);
    void settle(std::size_t index, unsigned code) noexcept;
    void compile_all(device::Arena& arena);
    Bytes make_binary(device::Arena& arena);

    Toolchain& toolchain_;
    const std::optional<Objects> objects_;  // nothing: each kernel's first launch decides
    const bool is_hot_;                     // for launches that repeat
    ProgramImage image_;
    ProgramParts parts_;
    Digest ir_digest_;
    std::shared_ptr<VariableStorage> storage_;  // outlives this object while commands run
    std::shared_ptr<device::CodeGroup> group_;
    std::array<std::vector<CodeSlot>, code_kinds> slots_;     // by kind, then by index in image_.kernels
    std::vector<PlanTrial> trials_;                           // by index
    std::array<std::vector<Heat>, code_kinds> hot_launches_;  // by kind and index
    std::vector<KnownCodes> known_;                           // by index
    std::array<std::vector<HotVersion>, 2> hot_versions_;     // by Objects and index
    std::vector<FirstLaunch> first_launches_;                 // by index
    ObjectSharing sharing_;
    std::vector<std::atomic<bool>> begun_;  // by index: begin_kernel() was called
    static constexpr std::size_t no_kernel = -1, several_kernels = -2;
    std::atomic<std::size_t> lone_ = no_kernel;  // the only kernel begun, or one of the constants above
    std::vector<std::size_t> block_indices_;     // indices of the blocks in image_.kernels
    std::vector<std::atomic<const CompiledKernel*>> blocks_;
    std::mutex versions_mutex_;
    // By Objects, and by whether launches repeat; under versions_mutex_; null until requested.
    std::array<std::array<std::shared_ptr<ProgramCode>, 2>, 2> versions_;
    std::mutex binary_mutex_;
    std::shared_ptr<const Bytes> binary_;  // under binary_mutex_; null until requested
};

}  // namespace lanewise::runtime
