// The machine code of a program's kernels, with one slot for each kernel and variant of code (code_slot.h). The first
// thread that requests the code of a slot takes it from the program's binary or from the cache, or compiles it. Other
// threads that request this code wait until the first thread has made it. Thread-safe.
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

/// A kernel with code that is loaded and ready to run. Immutable except for `cost`, which is corrected after launches.
/// A command holds a reference to the object while it runs the code.
struct CompiledKernel {
    KernelInfo info;
    KernelCode code;
    std::unique_ptr<const device::LoadedCode> loaded;
    mutable device::CostEstimate cost;
    std::shared_ptr<VariableStorage> variables;  // the storage of the program's variables
    std::size_t index = 0;                       // index in ProgramCode::kernels()
    CodeVariant variant = CodeVariant::usual;

    abi::Entry entry() const { return loaded->entry(); }

    /// Returns the expected time of a launch of `items` work-items, as the sum of the times of all threads; 0 if
    /// unknown.
    float expected_ns(std::uint64_t items) const noexcept {
        return cost.is_known() ? cost.item_ns() * static_cast<float>(items) : 0;
    }

    /// Returns the total time of launches after which the kernel is hot. The object must hold usual code. The result is
    /// about the time to compile code for one other plan.
    float hot_ns() const noexcept {
        constexpr float least_hot_ns = 10'000'000, ns_per_byte = 2000;
        const float compile_ns = ns_per_byte * static_cast<float>(code.image.size());
        return compile_ns < least_hot_ns ? least_hot_ns : compile_ns;
    }
};

/// Describes the launches that will run the code of a KernelCodes object.
struct CodePurpose {
    /// Whether arguments share objects. If this value is empty, the first launch of each kernel determines whether its
    /// arguments share objects.
    std::optional<Objects> objects;
    bool is_hot = false;  // whether the code is for repeated launches
};

class KernelCodes {
public:
    using Code = CodeSlot::Code;

    /// `image` must outlive the object. If `storage` is null, the constructor creates the storage.
    KernelCodes(Toolchain& toolchain, const ProgramImage& image, CodePurpose purpose,
                std::shared_ptr<VariableStorage> storage);

    /// Sets the group to which loaded code is added, so that a termination of the context can end the code. `group` may
    /// be null. Must be called before any kernel is requested.
    void end_with(std::shared_ptr<device::CodeGroup> group) { group_ = std::move(group); }

    Toolchain& toolchain() const noexcept { return toolchain_; }
    const ProgramImage& image() const noexcept { return image_; }
    const std::shared_ptr<device::CodeGroup>& group() const noexcept { return group_; }
    const std::shared_ptr<VariableStorage>& variable_storage() const noexcept { return storage_; }
    ToldLaunches& told_launches() noexcept { return told_; }
    const BlockKernels& blocks() const noexcept { return blocks_; }
    CodeSlot& slot(std::size_t index, CodeVariant variant) noexcept {
        return slots_[static_cast<std::size_t>(variant)][index];
    }
    const CodeSlot& slot(std::size_t index, CodeVariant variant) const noexcept {
        return slots_[static_cast<std::size_t>(variant)][index];
    }

    /// Returns the usual code. The first call compiles this code, and the code of all blocks that the kernel may
    /// enqueue. Throws Error(CL_OUT_OF_RESOURCES) with the reason if the code cannot be made.
    const Code& usual(std::size_t index) {
        const Code* const made = slot(index, CodeVariant::usual).made();  // fast path, which almost every launch takes
        return made ? *made : wait_for_usual(index);
    }

    /// Like usual(), but returns code of `variant`.
    const Code& of_variant(std::size_t index, CodeVariant variant);

    /// Makes the usual code if it is in the program's binary or in the cache; returns whether the code was found.
    bool make_if_found(std::size_t index);

    /// Makes code of `variant` that is specialized for the arguments `known`. The caller must store this code, since
    /// this object has no slot for it.
    Code make_known(std::size_t index, CodeVariant variant, const KnownArguments& known);

    /// Stores the code of `best` in the cache, so that later processes find it as the kernel's usual code.
    void store_as_usual(std::size_t index, const CompiledKernel& best);

private:
    const Code& wait_for_usual(std::size_t index);
    Objects objects_of(std::size_t index) const noexcept;
    std::optional<KernelCode> find(std::size_t index, CodeVariant variant, const KnownArguments& known = {});
    std::optional<KernelCode> find_usual(std::size_t index);
    std::optional<KernelCode> find_other(std::size_t index, CodeVariant variant, const KnownArguments& known);
    KernelCode compile(std::size_t index, CodeVariant variant, const KnownArguments& known);
    /// Makes the kernel from `code`, or compiles the kernel if `code` is empty.
    Code make(std::size_t index, CodeVariant variant, std::optional<KernelCode> code, const KnownArguments& known = {});
    Code make_with_blocks(std::size_t index, std::optional<KernelCode> code);

    Toolchain& toolchain_;
    const ProgramImage& image_;
    const CodePurpose purpose_;
    ProgramParts parts_;
    const Digest ir_digest_;
    std::shared_ptr<VariableStorage> storage_;  // shared with commands, which may live longer than this object
    std::shared_ptr<device::CodeGroup> group_;
    std::array<std::vector<CodeSlot>, code_variants> slots_;  // indexed by variant, then by kernel
    ToldLaunches told_;
    BlockKernels blocks_;
};

}  // namespace lanewise::runtime
