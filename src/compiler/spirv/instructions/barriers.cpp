// Barriers and fences (SPIR-V specification, section 3.52.20), and the split barriers of SPV_INTEL_split_barrier and
// SPV_EXT_split_barrier.
#include <llvm/IR/Constants.h>

#include "compiler/spirv/instructions/builtin_calls.h"
#include "compiler/spirv/instructions/instruction_table.h"
#include "compiler/spirv/instructions/memory_semantics.h"

namespace lanewise::compiler::il {
namespace {

using spirv::Instruction;
using spirv::Op;
using spirv::Scope;

void add_fence(Body& body, Scope scope, llvm::AtomicOrdering order) {
    // A barrier with relaxed semantics orders no accesses, so it needs no fence.
    if (order != llvm::AtomicOrdering::Monotonic) body.builder.CreateFence(order, sync_scope(body, scope));
}

llvm::Value* memory_barrier(Body& body, const Instruction& instruction) {
    const MemorySemantics semantics = read_semantics(body, instruction, 1);
    add_fence(body, read_memory_scope(body, instruction, 0), semantics.order);
    return nullptr;
}

// Returns the name of the function of OpenCL C for a barrier.
std::string_view function_of(Op op, Scope execution) {
    const bool is_group = execution == Scope::Workgroup;
    if (execution == Scope::Device) return "intel_device_barrier";  // SPV_INTEL_device_barrier
    switch (op) {
        case Op::ControlBarrierArriveINTEL: return is_group ? "intel_work_group_barrier_arrive" : "";
        case Op::ControlBarrierWaitINTEL: return is_group ? "intel_work_group_barrier_wait" : "sub_group_barrier";
        default: return is_group ? "work_group_barrier" : "sub_group_barrier";
    }
}

llvm::Value* control_barrier(Body& body, const Instruction& instruction) {
    const auto execution = read_scope(body, instruction, 0);
    body.all.require(execution.has_value(), instruction, "the scope of the execution is no constant");
    const bool is_of_device = *execution == Scope::Device && instruction.op == Op::ControlBarrier;
    body.all.require(is_of_device || *execution == Scope::Workgroup || *execution == Scope::Subgroup ||
                         *execution == Scope::Invocation,
                     instruction, "no barrier meets work-items of several launches or devices");
    const Scope memory = read_memory_scope(body, instruction, 1);
    const MemorySemantics semantics = read_semantics(body, instruction, 2);
    const bool is_split = instruction.op != Op::ControlBarrier;
    const std::string_view function =
        *execution == Scope::Invocation ? std::string_view() : function_of(instruction.op, *execution);
    if (function.empty()) {
        add_fence(body, memory, semantics.order);
        return nullptr;
    }
    llvm::IRBuilder<>& builder = body.builder;
    llvm::Type* word = builder.getInt32Ty();
    // The wait at a split barrier is a meeting; the arrival is not.
    const bool meets = !is_split || instruction.op == Op::ControlBarrierWaitINTEL;
    // A barrier with relaxed semantics orders no memory accesses, so its memory scope has no meaning. Use the execution
    // scope instead.
    const bool is_relaxed = semantics.order == llvm::AtomicOrdering::Monotonic;
    const std::uint32_t scope = opencl_scope(is_relaxed ? *execution : memory);
    call_builtin(body, function, builder.getVoidTy(), {number(word), named("memory_scope")},
                 {builder.getInt32(semantics.fence_flags), builder.getInt32(scope)}, meets);
    return nullptr;
}

constexpr TranslationRow rows[] = {
    {Op::MemoryBarrier, memory_barrier},
    {Op::ControlBarrier, control_barrier},
    {Op::ControlBarrierArriveINTEL, control_barrier},
    {Op::ControlBarrierWaitINTEL, control_barrier},
};

}  // namespace

std::span<const TranslationRow> barrier_rows() { return rows; }

}  // namespace lanewise::compiler::il
