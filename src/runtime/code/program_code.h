// The result of a successful build: IR, kernel signatures, and the machine code of the kernels requested so far. A
// program and its kernels share one ProgramCode object. The object consists of the code of each variant
// (kernel_codes.h), the plans that launches try (plan_trials.h), code of hot launches (hot_codes.h), other versions of
// the whole program (program_versions.h), and the binary (program_binary.h). Compilations in the background run on the
// threads of an arena (background.h). Thread-safe.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "device/pool/arena.h"
#include "lanewise/ndrange.h"
#include "runtime/code/background.h"
#include "runtime/code/hot_codes.h"
#include "runtime/code/kernel_codes.h"
#include "runtime/code/plan_trials.h"
#include "runtime/code/program_binary.h"
#include "runtime/code/program_versions.h"
#include "runtime/code/toolchain.h"

namespace lanewise::runtime {

class ProgramCode : public std::enable_shared_from_this<ProgramCode> {
public:
    /// If `storage` is null, creates the storage of the program's variables.
    ProgramCode(Toolchain& toolchain, ProgramImage image, CodePurpose purpose = {},
                std::shared_ptr<VariableStorage> storage = nullptr);

    /// Sets the group to which loaded code is added, so that a termination of the context can end the code. `group` may
    /// be null. Must be called before any kernel is requested.
    void end_with(std::shared_ptr<device::CodeGroup> group) { codes_.end_with(std::move(group)); }

    ProgramType type() const { return image_.type; }
    const std::string& options() const { return image_.options; }
    const compiler::Ir& ir() const { return image_.ir; }
    const std::vector<KernelInfo>& kernels() const { return image_.kernels; }
    const ProgramVariables& variables() const { return image_.variables; }
    /// Returns the index in kernels() of the kernel with this name. Finds only kernels of the program's source, not
    /// kernels that the compiler added.
    std::optional<std::size_t> find_kernel(std::string_view name) const;
    /// Returns the index in kernels() of the kernel that runs the constructors (lanewise/constructors.h); nothing if
    /// the program has no constructors.
    std::optional<std::size_t> constructors() const noexcept { return constructors_; }
    /// Returns the kernels that the application can create, which do not include kernels that the compiler made.
    std::vector<const KernelInfo*> named_kernels() const;
    const std::shared_ptr<VariableStorage>& variable_storage() const { return codes_.variable_storage(); }

    /// Returns the version of the program for launches whose arguments share objects (KernelCode::written_apart). The
    /// first call makes this version.
    std::shared_ptr<ProgramCode> for_shared_objects() { return versions_.get(Objects::shared, /*is_hot=*/false); }

    /// Returns the version of the program for repeated launches; returns null until this version is made. The version
    /// is faster if the kernel's first code does not assume that arguments point to different objects (gains_apart).
    /// The version is also faster if the first code was optimized less in order to compile quickly (provisional).
    std::shared_ptr<ProgramCode> when_hot(std::size_t index, Objects objects, std::uint64_t items,
                                          device::Arena& arena) {
        return versions_.when_hot(index, objects, items, {*this, arena});
    }

    /// Returns true until the kernel's usual code is compiled. Until then, sizes and arguments of launches can
    /// influence this code.
    bool awaits_launches(std::size_t index) const noexcept {
        return !codes_.slot(index, CodeVariant::usual).is_settled();
    }
    void tell_sharing(std::size_t index, std::uint64_t shared) noexcept {
        codes_.told_launches().tell_sharing(index, shared);
    }
    /// Returns the object to which a launch tells its sizes. A launch tells its sizes only if awaits_launches() returns
    /// true.
    ToldLaunches& told_launches() noexcept { return codes_.told_launches(); }

    /// Returns the kernel of the block with this number (KernelInfo::enqueues); null if no kernel compiled so far can
    /// enqueue the block.
    const CompiledKernel* block(std::uint64_t number) const noexcept { return codes_.blocks().find(number); }
    /// Returns the code of `variant` for the kernel of a block. The first call compiles this code; returns null if the
    /// compilation fails.
    const CompiledKernel* block_of_variant(std::uint64_t number, CodeVariant variant) noexcept;

    /// Announces that kernel() will be called for this kernel. Makes the kernel at once if its code is in the program's
    /// binary or in the cache. Otherwise the threads of `arena` begin to compile the kernel. If this is the first
    /// kernel for which begin_kernel() is called, compilation is left to the kernel's first launch.
    void begin_kernel(std::size_t index, device::Arena& arena);

    /// Returns the kernel with its usual code. The first call compiles this code, and the code of all blocks that the
    /// kernel may enqueue. Throws Error(CL_OUT_OF_RESOURCES) with the reason if the code cannot be made.
    const std::shared_ptr<const CompiledKernel>& kernel(std::size_t index) { return codes_.usual(index); }

    /// Returns the kernel's code of `variant`. Some launches need code of another variant, either in place of the usual
    /// code or in addition to the usual code. This code is compiled at the first launch that needs it, since most
    /// processes have no such launch.
    const std::shared_ptr<const CompiledKernel>& kernel_for(std::size_t index, CodeVariant variant) {
        return codes_.of_variant(index, variant);
    }

    bool has_made(std::size_t index, CodeVariant variant) const noexcept { return codes_.slot(index, variant).made(); }

    /// Like kernel_for(), but never waits for a compilation. The code is compiled in the background when the launches
    /// are hot; until it is compiled, returns null.
    const CodeSlot::Code* code_when_hot(std::size_t index, CodeVariant variant, std::uint64_t items,
                                        device::Arena& arena) {
        return hot_codes_.of_variant(index, variant, items, {*this, arena});
    }

    /// Returns whether planned_code() may return code other than the usual code for a launch of `items` work-items.
    bool may_plan(std::size_t index, const CompiledKernel& usual, std::uint64_t items) const noexcept {
        return trials_.may_choose(index, usual, items);
    }
    /// Returns the code that a launch of `range` runs, for a kernel that has other plans. `range` must fill the lanes
    /// of the usual code. `threads` is the number of threads that have work-groups to run.
    PlannedCode planned_code(std::size_t index, const NDRange& range, unsigned threads, device::Arena& arena) {
        return trials_.choose(index, range, threads, {*this, arena});
    }

    /// Returns code of `variant` that is specialized for the formats of the images and the samplers in `block`. Returns
    /// null if such code is not compiled yet, or never will be. `items` is the number of work-items of the launch.
    const CodeSlot::Code* known_code(std::size_t index, CodeVariant variant, const std::byte* block,
                                     std::uint64_t items, device::Arena& arena) {
        return hot_codes_.for_arguments(index, variant, block, items, {*this, arena});
    }

    /// Returns one line for each kernel for which begin_kernel() was called. The line says how the kernel was
    /// vectorized or why the compilation failed. A kernel that only binary() has compiled has a line only if its
    /// compilation failed: some programs treat any text in the log after a build as a warning.
    std::string summaries();

    /// Returns the bytes of CL_PROGRAM_BINARIES. The first call compiles all kernels, on the threads of `arena`.
    std::shared_ptr<const Bytes> binary(device::Arena& arena) { return binary_.get(arena); }

private:
    void compile_soon(std::size_t index, Background background);

    const ProgramImage image_;
    const std::optional<std::size_t> constructors_;
    KernelCodes codes_;
    PlanTrials trials_;
    HotCodes hot_codes_;
    ProgramVersions versions_;
    ProgramBinary binary_;
    std::vector<std::atomic<bool>> begun_;  // for each kernel, whether begin_kernel() was called
    static constexpr std::size_t no_kernel = -1, several_kernels = -2;
    /// Index of the only kernel for which begin_kernel() was called so far, or one of the constants above.
    std::atomic<std::size_t> lone_ = no_kernel;
};

}  // namespace lanewise::runtime
