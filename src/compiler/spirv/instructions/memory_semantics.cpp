#include "compiler/spirv/instructions/memory_semantics.h"

#include <llvm/IR/Constants.h>

namespace lanewise::compiler::il {

using spirv::Instruction;
using spirv::Scope;

namespace {

// OpenCL C's CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE and CLK_IMAGE_MEM_FENCE.
constexpr std::uint32_t local_fence = 1, global_fence = 2, image_fence = 4;

// Returns the value of an operand that is a scalar integer; nothing if it is no constant.
std::optional<std::uint32_t> constant_word(const Body& body, const Instruction& instruction, std::size_t index) {
    llvm::Value* value = body.integer(instruction, index);
    body.all.require(value->getType()->isIntegerTy(), instruction, "a scope or the semantics are no scalar");
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value);
    if (!number) return std::nullopt;
    body.all.require(number->getValue().getActiveBits() <= 32, instruction, "a scope or the semantics are unknown");
    return static_cast<std::uint32_t>(number->getZExtValue());
}

}  // namespace

std::optional<Scope> read_scope(const Body& body, const Instruction& instruction, std::size_t index) {
    const auto word = constant_word(body, instruction, index);
    if (!word) return std::nullopt;
    const auto scope = static_cast<Scope>(*word);
    switch (scope) {
        case Scope::CrossDevice:
        case Scope::Device:
        case Scope::Workgroup:
        case Scope::Subgroup:
        case Scope::Invocation: return scope;
        // LLVM's SPIR-V back end writes QueueFamily, a scope of Vulkan, for memory_scope_all_svm_devices.
        case Scope::QueueFamily: return Scope::CrossDevice;
        default: body.all.refuse(instruction, "kernels have no scope " + std::to_string(*word));
    }
}

Scope read_memory_scope(const Body& body, const Instruction& instruction, std::size_t index) {
    return read_scope(body, instruction, index).value_or(Scope::CrossDevice);
}

llvm::SyncScope::ID sync_scope(const Body& body, Scope scope) {
    llvm::LLVMContext& context = body.all.context;
    switch (scope) {
        case Scope::CrossDevice: return context.getOrInsertSyncScopeID("all_svm_devices");
        case Scope::Device: return context.getOrInsertSyncScopeID("device");
        case Scope::Invocation: return context.getOrInsertSyncScopeID("work_item");
        default: return context.getOrInsertSyncScopeID("workgroup");
    }
}

std::uint32_t opencl_scope(Scope scope) {
    switch (scope) {
        case Scope::Invocation: return 0;
        case Scope::Workgroup: return 1;
        case Scope::Device: return 2;
        case Scope::CrossDevice: return 3;
        default: return 4;
    }
}

MemorySemantics read_semantics(const Body& body, const Instruction& instruction, std::size_t index) {
    using Bit = spirv::MemorySemantics;
    const auto word = constant_word(body, instruction, index);
    if (!word) return {llvm::AtomicOrdering::SequentiallyConsistent, local_fence | global_fence | image_fence};
    const auto has = [&](Bit bit) { return (*word & static_cast<std::uint32_t>(bit)) != 0; };
    MemorySemantics semantics;
    // Section 3.25: at most one of the four bits of the order is set. If a module sets several of them, the strongest
    // order is used.
    if (has(Bit::SequentiallyConsistent))
        semantics.order = llvm::AtomicOrdering::SequentiallyConsistent;
    else if (has(Bit::AcquireRelease) || (has(Bit::Acquire) && has(Bit::Release)))
        semantics.order = llvm::AtomicOrdering::AcquireRelease;
    else if (has(Bit::Acquire))
        semantics.order = llvm::AtomicOrdering::Acquire;
    else if (has(Bit::Release))
        semantics.order = llvm::AtomicOrdering::Release;
    if (has(Bit::WorkgroupMemory)) semantics.fence_flags |= local_fence;
    if (has(Bit::CrossWorkgroupMemory) || has(Bit::UniformMemory)) semantics.fence_flags |= global_fence;
    if (has(Bit::ImageMemory)) semantics.fence_flags |= image_fence;
    return semantics;
}

}  // namespace lanewise::compiler::il
