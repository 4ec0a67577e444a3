// The machine code of a program's kernels, one slot for each kernel and kind of code (code_slot.h). The first thread
// that asks for a code finds it in the program or the cache, or compiles it; others wait. Thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "device/kernel/code_loader.h"
#include "device/pool/cost_estimate.h"
#include "runtime/code/block_kernels.h"
#include "runtime/code/code_slot.h"
#include "runtime/code/program_parts.h"
#include "runtime/code/told_launches.h"
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

    /// The launch time after which a kernel with this usual code is hot: about the time to compile the first of the
    /// other plans.
    float hot_ns() const noexcept {
        constexpr float least_hot_ns = 10'000'000, ns_per_byte = 2000;
        const float compile_ns = ns_per_byte * static_cast<float>(code.image.size());
        return compile_ns < least_hot_ns ? least_hot_ns : compile_ns;
    }
};

/// The launches that the codes of a program are made for.
struct CodePurpose {
    std::optional<Objects> objects;  // nothing: each kernel's first launch decides
    bool is_hot = false;             // launches that repeat
};

class KernelCodes {
public:
    using Code = CodeSlot::Code;

    /// `image` must outlive the object. Creates the storage when `storage` is null.
    KernelCodes(Toolchain& toolchain, const ProgramImage& image, CodePurpose purpose,
                std::shared_ptr<VariableStorage> storage);

    /// Adds the kernels to `group`, which may be null and can end them. Must be called before any kernel is requested.
    void end_with(std::shared_ptr<device::CodeGroup> group) { group_ = std::move(group); }

    Toolchain& toolchain() const noexcept { return toolchain_; }
    const ProgramImage& image() const noexcept { return image_; }
    const std::shared_ptr<device::CodeGroup>& group() const noexcept { return group_; }
    const std::shared_ptr<VariableStorage>& variable_storage() const noexcept { return storage_; }
    ToldLaunches& told_launches() noexcept { return told_; }
    const BlockKernels& blocks() const noexcept { return blocks_; }
    CodeSlot& slot(std::size_t index, CodeKind kind) noexcept { return slots_[static_cast<std::size_t>(kind)][index]; }
    const CodeSlot& slot(std::size_t index, CodeKind kind) const noexcept {
        return slots_[static_cast<std::size_t>(kind)][index];
    }

    /// The usual code, with the blocks that the kernel may enqueue; compiled at the first call. Throws
    /// Error(CL_OUT_OF_RESOURCES) with the reason.
    const Code& usual(std::size_t index) {
        const Code* const made = slot(index, CodeKind::usual).made();  // every launch calls this
        return made ? *made : wait_for_usual(index);
    }

    /// As usual(), of any kind.
    const Code& of_kind(std::size_t index, CodeKind kind);

    /// Makes the usual code if nothing need be compiled for it; returns whether it did.
    bool make_if_found(std::size_t index);

    /// Makes code of `kind` for launches with these arguments, which belongs to no slot.
    Code make_known(std::size_t index, CodeKind kind, const KnownArguments& known);

    /// Stores this code of the kernel in the cache as its usual code.
    void store_as_usual(std::size_t index, const CompiledKernel& best);

private:
    const Code& wait_for_usual(std::size_t index);
    Objects objects_of(std::size_t index) const noexcept;
    std::optional<KernelCode> find(std::size_t index, CodeKind kind, const KnownArguments& known = {});
    std::optional<KernelCode> find_usual(std::size_t index);
    std::optional<KernelCode> find_other(std::size_t index, CodeKind kind, const KnownArguments& known);
    KernelCode compile(std::size_t index, CodeKind kind, const KnownArguments& known);
    /// Makes the kernel from `code`, or compiles it when there is none.
    Code make(std::size_t index, CodeKind kind, std::optional<KernelCode> code, const KnownArguments& known = {});
    Code make_with_blocks(std::size_t index, std::optional<KernelCode> code);

    Toolchain& toolchain_;
    const ProgramImage& image_;
    const CodePurpose purpose_;
    ProgramParts parts_;
    const Digest ir_digest_;
    std::shared_ptr<VariableStorage> storage_;  // outlives this object while commands run
    std::shared_ptr<device::CodeGroup> group_;
    std::array<std::vector<CodeSlot>, code_kinds> slots_;  // by kind, then by index in the image's kernels
    ToldLaunches told_;
    BlockKernels blocks_;
};

}  // namespace lanewise::runtime
