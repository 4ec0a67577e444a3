// Names the opaque operations of docs/ir.md, and has the helpers by which passes read and create calls of them.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <cstdint>

namespace lanewise::compiler {

namespace op {
#define OPERATION(identifier, name, type, traits, lowered_by, meaning) \
    inline constexpr llvm::StringLiteral identifier = name;
#include "compiler/ir/operations.def"
}  // namespace op

/// The properties that passes may rely on, one bit each; see the rows of operations.def.
namespace trait {
enum Trait : unsigned {
    none = 0,
    from_builtins = 1,  // declared by the builtin library, not made by passes alone
    pure = 2,           // without effects: the result depends on its arguments and on the work-item, its chunk or group
    id = 4,             // differs between the work-items of a group
    same_in_chunk = 8,  // the same for all work-items of a chunk if the arguments are
    of_chunk = 16,      // belongs to one chunk: differs between those of a group
    blind_to_groups = 32,  // the result does not tell how work-items were grouped
    collective = 64,       // all work-items of a group reach it together, and get the same result
    meeting = 128,         // the chunks of a group meet here
    vote = 256,            // taken over all lanes, and all rows, together
    over_lanes = 4096,     // over the lanes that are active there, whichever they are
    family = 512,          // the name ends with a type's
    by_item = 1024,        // has an effect of its own for each work-item
    sub_group = 8192,      // over the active lanes of a chunk, which reach it together
};
}  // namespace trait

/// Name of the function that `call` calls directly, or an empty string.
llvm::StringRef operation_name(const llvm::CallInst& call);

/// Whether `value` is a call of any operation (docs/ir.md).
bool is_operation(const llvm::Value* value);

/// Whether `instruction` calls a function or an operation, and no intrinsic.
bool is_called(const llvm::Instruction& instruction);

/// `value` as a call of the operation `name`, else null.
llvm::CallInst* as_operation(llvm::Value* value, llvm::StringRef name);
const llvm::CallInst* as_operation(const llvm::Value* value, llvm::StringRef name);

/// The traits of the operation that `value` calls; `none` for anything else.
unsigned traits_of(const llvm::Value* value);
/// The traits of a declared operation.
unsigned traits_of(const llvm::Function& function);

/// Whether `value` calls an operation without side effects whose result depends only on its arguments and on the
/// work-item (or its chunk, or work-group).
bool is_pure_operation(const llvm::Value* value);

/// Whether all work-items of a group must reach `call` together and get the same result: barriers and votes.
bool is_group_collective(const llvm::CallInst& call);

/// Whether the chunks of a group meet at `instruction`: a barrier, or a vote once it is `group_or`.
bool is_meeting(const llvm::Instruction& instruction);

/// Whether `function` has barriers; votes occur only beside barriers.
bool has_barriers(const llvm::Function& function);

/// The dimensions whose ids a kernel uses, one bit each.
unsigned asked_dimensions(const llvm::Function& kernel);

/// The constant dimension (0 to 2) of an id or size operation.
unsigned dimension_of(const llvm::CallInst& call);

/// Calls `i64 @name(i32 dim)`, an id or size operation.
llvm::CallInst* create_id(llvm::IRBuilderBase& builder, llvm::StringRef name, unsigned dimension);
/// Calls `i64 @ocl.chunk_lanes()`.
llvm::CallInst* create_chunk_lanes(llvm::IRBuilderBase& builder);
/// Calls `i1 @ocl.streaming()`.
llvm::CallInst* create_streaming(llvm::IRBuilderBase& builder);
/// Calls `i1 @ocl.never()`.
llvm::CallInst* create_never(llvm::IRBuilderBase& builder);
/// Calls `i32 @ocl.lanes_total(i32 1)`: the number of active lanes.
llvm::CallInst* create_lanes_on(llvm::IRBuilderBase& builder);
/// Calls `void @ocl.sub_group_barrier()`.
void create_sub_group_barrier(llvm::IRBuilderBase& builder);
/// Calls `void @ocl.mask(i1)` for the builder's block.
void create_mask(llvm::IRBuilderBase& builder, llvm::Value* mask);
/// The mask of the lanes that `block` runs for; null: all lanes.
llvm::Value* mask_of(const llvm::BasicBlock& block);
/// Calls `i1 @name(i1 value)`; `name` is `any`, `all` or `uniform`.
llvm::CallInst* create_vote(llvm::IRBuilderBase& builder, llvm::StringRef name, llvm::Value* value);
/// Call `void @ocl.barrier(i32)`, `i32 @ocl.group_vote(i1)`, `i32 @ocl.group_or(i32)` and `void @ocl.parted()`.
void create_barrier(llvm::IRBuilderBase& builder);
llvm::CallInst* create_group_vote(llvm::IRBuilderBase& builder, llvm::Value* value);
llvm::CallInst* create_group_or(llvm::IRBuilderBase& builder, llvm::Value* bits);
llvm::CallInst* create_parted(llvm::IRBuilderBase& builder);
/// Calls `ptr @name(i64 offset)`, which is `chunk_context` or `group_context`.
llvm::CallInst* create_context(llvm::IRBuilderBase& builder, llvm::StringRef name, std::uint64_t offset);

}  // namespace lanewise::compiler
