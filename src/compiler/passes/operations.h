// The opaque operations of docs/ir.md by name, and helpers that every pass needs to read and write
// calls of them.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <cstdint>

namespace lanewise::compiler {

namespace op {
inline constexpr llvm::StringLiteral global_id = "ocl.global_id";
inline constexpr llvm::StringLiteral local_id = "ocl.local_id";
inline constexpr llvm::StringLiteral group_id = "ocl.group_id";
inline constexpr llvm::StringLiteral num_groups = "ocl.num_groups";
inline constexpr llvm::StringLiteral global_size = "ocl.global_size";
inline constexpr llvm::StringLiteral global_offset = "ocl.global_offset";
inline constexpr llvm::StringLiteral local_size = "ocl.local_size";
inline constexpr llvm::StringLiteral enqueued_local_size = "ocl.enqueued_local_size";
inline constexpr llvm::StringLiteral work_dim = "ocl.work_dim";
inline constexpr llvm::StringLiteral address_space = "ocl.address_space";
/// ptr addrspace(3) (): a few bytes that the work-group shares.
inline constexpr llvm::StringLiteral group_scratch = "ocl.group_scratch";
inline constexpr llvm::StringLiteral barrier = "ocl.barrier";
/// i32 (i1): asks all work-items of the group; see group_votes.h.
inline constexpr llvm::StringLiteral group_vote = "ocl.group_vote";
/// void (): the work-items of the group have just disagreed in a vote; see part_items.h.
inline constexpr llvm::StringLiteral parted = "ocl.parted";
/// i32 (i32): the bits that any chunk of the group brings, once all have come here.
inline constexpr llvm::StringLiteral group_or = "ocl.group_or";
inline constexpr llvm::StringLiteral printf = "ocl.printf";
// In late builtins alone; of the last three, what stands before the type's name.
inline constexpr llvm::StringLiteral has_float_ops = "ocl.has_float_ops";
inline constexpr llvm::StringLiteral scale_exponent = "ocl.scale_exponent.";
inline constexpr llvm::StringLiteral exponent_part = "ocl.exponent_part.";
inline constexpr llvm::StringLiteral mantissa_part = "ocl.mantissa_part.";
inline constexpr llvm::StringLiteral rsqrt_estimate = "ocl.rsqrt_estimate.";
// Between linearize and widen: of the lanes' masks.
inline constexpr llvm::StringLiteral mask = "ocl.mask";
inline constexpr llvm::StringLiteral any = "ocl.any";
inline constexpr llvm::StringLiteral all = "ocl.all";
inline constexpr llvm::StringLiteral uniform = "ocl.uniform";
/// i1: whether the launch writes more than caches hold (abi::streaming_stores).
inline constexpr llvm::StringLiteral streaming = "ocl.streaming";
/// i64: live lanes of the chunk that a `.tail` function runs.
inline constexpr llvm::StringLiteral chunk_lanes = "ocl.chunk_lanes";
/// ptr (i64 offset): the chunk's bytes of Worker::context.
inline constexpr llvm::StringLiteral chunk_context = "ocl.chunk_context";
/// ptr (i64 offset): the work-group's bytes of Worker::context.
inline constexpr llvm::StringLiteral group_context = "ocl.group_context";
}  // namespace op

// Facts that passes leave on functions for later ones, as string attributes.
namespace fact {
/// On a kernel: number of lanes of its chunk functions (absent: 1).
inline constexpr llvm::StringLiteral lanes = "lanewise-lanes";
/// On a chunk or group function: bytes of context one chunk uses, and one work-group.
inline constexpr llvm::StringLiteral chunk_context_bytes = "lanewise-chunk-context-bytes";
inline constexpr llvm::StringLiteral group_context_bytes = "lanewise-group-context-bytes";
/// On a group function: present when every chunk of the group keeps its own context.
inline constexpr llvm::StringLiteral context_per_chunk = "lanewise-context-per-chunk";
/// On the parts of a kernel that runs only full chunks, or only the others (compiler::Chunks): what sizes along
/// dimensions 0 and 1 have only the former (KernelCode::whole_lanes and whole_rows).
inline constexpr llvm::StringLiteral whole_lanes = "lanewise-whole-lanes";
inline constexpr llvm::StringLiteral whole_rows = "lanewise-whole-rows";
/// On a kernel: bytes of its `__local` variables.
inline constexpr llvm::StringLiteral local_bytes = "lanewise-local-bytes";
/// On a kernel: present when it is only for launches below `small_id_bound` (passes/bound_ids.h).
inline constexpr llvm::StringLiteral small_ids = "lanewise-small-ids";
/// On a kernel and its parts: present when no result tells how work-items were grouped (analysis/grouping.h).
inline constexpr llvm::StringLiteral any_grouping = "lanewise-any-grouping";
/// On a kernel and its parts: present when rows of work-items walk through memory (analysis/grouping.h).
inline constexpr llvm::StringLiteral row_streams = "lanewise-row-streams";
/// On a kernel and its parts: present when denormal numbers are to count as zero (-cl-denorms-are-zero).
inline constexpr llvm::StringLiteral flush_denormals = "lanewise-flush-denormals";
/// On a kernel's parts: bytes of one work-item that may go past the caches (passes/stream_stores.h).
inline constexpr llvm::StringLiteral streamed_bytes = "lanewise-streamed-bytes";
/// On a kernel that is to run several rows together, and on `k.jam`: how many (analysis/row_sharing.h).
inline constexpr llvm::StringLiteral rows = "lanewise-rows";
/// On a kernel: present when calls share function bodies (passes/share_bodies.h).
inline constexpr llvm::StringLiteral shared_bodies = "lanewise-shared-bodies";
/// On a chunk or group function: bytes of private arrays of one chunk.
inline constexpr llvm::StringLiteral private_bytes = "lanewise-private-bytes";
}  // namespace fact

/// The number in the attribute `name`, or `otherwise`.
std::uint64_t number_fact(const llvm::Function& function, llvm::StringRef name,
                          std::uint64_t otherwise = 0);
void set_number_fact(llvm::Function& function, llvm::StringRef name, std::uint64_t value);

/// Name of the function that `call` calls directly, or an empty string.
llvm::StringRef operation_name(const llvm::CallInst& call);

/// Whether `value` is a call of any operation (docs/ir.md).
bool is_operation(const llvm::Value* value);

/// `value` as a call of the operation `name`, else null.
llvm::CallInst* as_operation(llvm::Value* value, llvm::StringRef name);
const llvm::CallInst* as_operation(const llvm::Value* value, llvm::StringRef name);

/// Is it an operation without side effects whose result depends on its arguments and on the
/// work-item (or its chunk, or work-group) alone?
bool is_pure_operation(const llvm::Value* value);

/// Whether all work-items of a group must reach `call` together and get the same result: barriers and votes.
bool is_group_collective(const llvm::CallInst& call);

/// Whether the chunks of a group meet at `instruction`: a barrier, or a vote once it is `group_or`.
bool is_meeting(const llvm::Instruction& instruction);

/// The constant dimension (0 to 2) that an id or size operation names.
unsigned dimension_of(const llvm::CallInst& call);

/// Makes calls `i64 @name(i32 dim)` of an id or size operation.
llvm::CallInst* create_id(llvm::IRBuilderBase& builder, llvm::StringRef name, unsigned dimension);
/// Calls `i64 @ocl.chunk_lanes()`.
llvm::CallInst* create_chunk_lanes(llvm::IRBuilderBase& builder);
/// Calls `i1 @ocl.streaming()`.
llvm::CallInst* create_streaming(llvm::IRBuilderBase& builder);
/// Calls `void @ocl.mask(i1)` for the block that `builder` stands in.
void create_mask(llvm::IRBuilderBase& builder, llvm::Value* mask);
/// Calls `i1 @name(i1 value)`; `name` is `any`, `all` or `uniform`.
llvm::CallInst* create_vote(llvm::IRBuilderBase& builder, llvm::StringRef name, llvm::Value* value);
/// Calls of `void @ocl.barrier(i32)`, `i32 @ocl.group_vote(i1)`, `i32 @ocl.group_or(i32)` and `void @ocl.parted()`.
void create_barrier(llvm::IRBuilderBase& builder);
llvm::CallInst* create_group_vote(llvm::IRBuilderBase& builder, llvm::Value* value);
llvm::CallInst* create_group_or(llvm::IRBuilderBase& builder, llvm::Value* bits);
llvm::CallInst* create_parted(llvm::IRBuilderBase& builder);
/// Makes calls `ptr @name(i64 offset)` of `chunk_context` or `group_context`.
llvm::CallInst* create_context(llvm::IRBuilderBase& builder, llvm::StringRef name,
                               std::uint64_t offset);

/// The only kernel of the module, or null.
llvm::Function* find_kernel(llvm::Module& module);

/// The functions made out of kernel `kernel`: "k.full", "k.tail", "k.group", "k.entry"; or null.
llvm::Function* find_part(llvm::Module& module, llvm::StringRef suffix);

}  // namespace lanewise::compiler
