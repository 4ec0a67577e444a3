// The outcome of one successful build: IR, signatures, and the machine code of those kernels that
// have been asked for. A kernel is compiled once (code/code_slot.h): by a thread of the device from when it is begun
// with, or by whoever needs it first. Shared by a program and its kernels. Thread-safe.
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

/// A kernel ready to run. Immutable but for what is learnt of its cost; commands keep it alive while they run its code.
struct CompiledKernel {
    KernelInfo info;
    KernelCode code;
    std::unique_ptr<const device::LoadedCode> loaded;
    mutable device::CostEstimate cost;
    std::shared_ptr<VariableStorage> variables;  // the program's
    std::size_t index = 0;                       // among its kernels
    CodeKind kind = CodeKind::usual;

    abi::Entry entry() const { return loaded->entry(); }

    /// What a launch of so many work-items takes on all threads together; 0: nobody knows yet.
    float expected_ns(std::uint64_t items) const noexcept {
        return cost.is_known() ? cost.item_ns() * static_cast<float>(items) : 0;
    }
};

class ProgramCode : public std::enable_shared_from_this<ProgramCode> {
public:
    ProgramCode(Toolchain& toolchain, ProgramImage image);

    /// The same kernels for launches whose arguments share objects (KernelCode::written_apart): with plans and all
    /// else that launches teach of their own. Made when it is first asked for.
    std::shared_ptr<ProgramCode> for_shared_objects() { return version(Objects::shared, /*is_hot=*/false); }

    /// The same for launches that repeat, of a kernel whose first code is not the fastest for what their arguments
    /// share (gains_apart), or for any (provisional): once launches have taken about as long as it takes to compile,
    /// the threads of `arena` make it; null until then.
    std::shared_ptr<ProgramCode> when_hot(std::size_t index, Objects objects, std::uint64_t items,
                                          device::Arena& arena);

    /// Whether what launches are like may still decide which code is made for them.
    bool awaits_launches(std::size_t index) const noexcept {
        return !slots_[static_cast<std::size_t>(CodeKind::usual)][index].is_settled();
    }
    void tell_sharing(std::size_t index, std::uint64_t shared) noexcept { sharing_.tell(index, shared); }
    /// The launch that waits for the kernel, to be told while awaits_launches().
    FirstLaunch& first_launch(std::size_t index) noexcept { return first_launches_[index]; }

    /// Kernels are ended with `group`, if there is one. To be called before any kernel is asked for.
    void end_with(std::shared_ptr<device::CodeGroup> group) { group_ = std::move(group); }

    ProgramType type() const { return image_.type; }
    const std::string& options() const { return image_.options; }
    const compiler::Ir& ir() const { return image_.ir; }
    const std::vector<KernelInfo>& kernels() const { return image_.kernels; }
    const ProgramVariables& variables() const { return image_.variables; }
    /// The index among kernels() of one that has a name for the application.
    std::optional<std::size_t> find_kernel(std::string_view name) const;
    /// What the application knows of `kernels`: not those of blocks.
    std::vector<const KernelInfo*> named_kernels() const;
    const std::shared_ptr<VariableStorage>& variable_storage() const { return storage_; }

    /// The kernel of a block, by its number (KernelInfo::enqueues); null for one that no kernel made so far enqueues.
    const CompiledKernel* block(std::uint64_t number) const noexcept {
        return number < blocks_.size() ? blocks_[number].load(std::memory_order_acquire) : nullptr;
    }
    /// Its code for launches that need code of this kind, compiled when there is one; null when that fails.
    const CompiledKernel* block_of_kind(std::uint64_t number, CodeKind kind) noexcept;

    /// kernel() will be asked for it. Made at once where nothing is to be compiled; else, when it is not the only one,
    /// made from now on by the threads of `arena`.
    void begin_kernel(std::size_t index, device::Arena& arena);

    /// The kernel, and the blocks that it may enqueue; compiled unless that is done. Throws
    /// Error(CL_OUT_OF_RESOURCES) with the reason.
    const std::shared_ptr<const CompiledKernel>& kernel(std::size_t index) {
        const CodeSlot::Code* const made = slots(CodeKind::usual)[index].made();  // every launch asks
        return made ? *made : wait_for_kernel(index);
    }

    /// The same of what some launches take in place of the code of kernel(), or besides. Compiled at the first
    /// such launch, since few processes ever make one.
    const std::shared_ptr<const CompiledKernel>& kernel_for(std::size_t index, CodeKind kind);

    bool has_made(std::size_t index, CodeKind kind) { return slots(kind)[index].made() != nullptr; }

    /// The same for launches of so many work-items that none of them waits for: once they have taken about as long as
    /// it takes to compile, the threads of `arena` make it; null until then.
    const CodeSlot::Code* code_when_hot(std::size_t index, CodeKind kind, std::uint64_t items, device::Arena& arena);

    /// What a launch runs in place of kernel().
    struct PlannedCode {
        const CodeSlot::Code& code;
        CodeKind kind;
        TimedTurn turn;
    };
    /// Whether planned_code() may say anything but the usual code for a launch of so many work-items.
    bool may_plan(std::size_t index, const CompiledKernel& usual, std::uint64_t items) const noexcept {
        return trials_[index].concerns(usual.expected_ns(items));
    }
    /// The code of a launch of `range`, whose lanes that of kernel() fills, and beside whose plan there are others
    /// (code/plan_trial.h). What is compiled meanwhile the threads of `arena` make. `threads` have work-groups to run.
    PlannedCode planned_code(std::size_t index, const NDRange& range, unsigned threads, device::Arena& arena);

    /// Code in place of that of `kind`, for launches with arguments of such kinds as those in `block` alone
    /// (code/known_codes.h); null when there is none, or not yet. The launch is of so many
    /// work-items; what is compiled the threads of `arena` make.
    const CodeSlot::Code* known_code(std::size_t index, CodeKind kind, const std::byte* block, std::uint64_t items,
                                     device::Arena& arena) {
        return known_[index].watches() ? find_known_code(index, kind, block, items, arena) : nullptr;
    }

    /// One line for each kernel that was begun with: how it was vectorized; and why a kernel failed. What
    /// binary() compiles on its own is not told: programs take any text after a build for a warning.
    std::string summaries();

    /// For CL_PROGRAM_BINARIES: compiles all kernels first, on the threads of `arena`. A kernel
    /// that cannot be compiled is left out; creating it from the binary fails in the same way.
    /// Always the same bytes: applications ask for their number first. Throws when memory is short.
    std::shared_ptr<const Bytes> binary(device::Arena& arena);

private:
    /// A null `storage` is made.
    ProgramCode(Toolchain& toolchain, std::optional<Objects> objects, bool is_hot, ProgramImage image,
                std::shared_ptr<VariableStorage> storage);

    class LaterTask;
    class CompileTask;
    class Launches;

    /// Code of a kernel for launches that repeat.
    struct HotVersion {
        Heat heat;
        std::atomic<bool> is_made = false;  // when_hot() gives it
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
    /// From `code`, or compiled.
    std::shared_ptr<const CompiledKernel> make_kernel(std::size_t index, CodeKind kind, std::optional<KernelCode> code,
                                                      const KnownArguments& known = {});
    std::shared_ptr<const CompiledKernel> make_with_blocks(std::size_t index, std::optional<KernelCode> code);
    void make_blocks_of(const KernelInfo& kernel);
    void post(std::size_t index, CodeKind kind, device::Arena& arena);
    /// False: there is no memory for it.
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
    const std::optional<Objects> objects_;  // nothing: of each kernel what its first launch takes
    const bool is_hot_;                     // for launches that repeat
    ProgramImage image_;
    ProgramParts parts_;
    Digest ir_digest_;
    std::shared_ptr<VariableStorage> storage_;  // outlives this while commands run
    std::shared_ptr<device::CodeGroup> group_;
    std::array<std::vector<CodeSlot>, code_kinds> slots_;     // by kind, one for each of image_.kernels
    std::vector<PlanTrial> trials_;                           // likewise
    std::array<std::vector<Heat>, code_kinds> hot_launches_;  // by kind, likewise
    std::vector<KnownCodes> known_;                           // likewise
    std::array<std::vector<HotVersion>, 2> hot_versions_;     // by Objects, likewise
    std::vector<FirstLaunch> first_launches_;                 // likewise
    ObjectSharing sharing_;
    std::vector<std::atomic<bool>> begun_;  // likewise: begin_kernel() was called
    static constexpr std::size_t no_kernel = -1, several_kernels = -2;
    std::atomic<std::size_t> lone_ = no_kernel;  // the only one that was begun, or one of these
    std::vector<std::size_t> block_indices_;     // of the blocks among image_.kernels
    std::vector<std::atomic<const CompiledKernel*>> blocks_;
    std::mutex versions_mutex_;
    // By Objects, and for those that repeat; under versions_mutex_; null until asked for.
    std::array<std::array<std::shared_ptr<ProgramCode>, 2>, 2> versions_;
    std::mutex binary_mutex_;
    std::shared_ptr<const Bytes> binary_;  // under binary_mutex_; null until it is asked for
};

}  // namespace lanewise::runtime
