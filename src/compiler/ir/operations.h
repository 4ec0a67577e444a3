// Names of the opaque operations of docs/ir.md, and functions by which passes examine and create calls of these
// operations.
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

/// Properties of operations, one bit each, on which passes may rely; operations.def lists the traits of each operation.
namespace trait {
enum Trait : unsigned {
    none = 0,
    from_builtins = 1,     // declared by the builtin library, not only by passes
    pure = 2,              // no side effects; the result depends on arguments, work-item, chunk and group only
    id = 4,                // the result differs between the work-items of a group
    same_in_chunk = 8,     // the result is the same for all work-items of a chunk if their arguments are the same
    of_chunk = 16,         // the result describes a chunk, and differs between the chunks of a group
    blind_to_groups = 32,  // the result does not depend on how the NDRange is divided into groups
    collective = 64,       // all work-items of a group reach the operation together and get the same result
    meeting = 128,         // all chunks of a group wait for each other at the operation
    vote = 256,            // combines the operands of all lanes, in all rows that run together
    over_lanes = 4096,     // combines values of the lanes that are active at the operation
    family = 512,          // the name ends with the name of a type
    by_item = 1024,        // has a separate side effect for each work-item
    sub_group = 8192,      // combines values of the active lanes of a chunk, which reach the operation together
    pause = 2048,  // at the operation, the chunk waits for other chunks, on its own stack; `widen` keeps the operation
};
}  // namespace trait

/// Returns the name of the function that `call` calls directly, or an empty string.
llvm::StringRef operation_name(const llvm::CallInst& call);

/// True if `value` is a call of any opaque operation (docs/ir.md).
bool is_operation(const llvm::Value* value);

/// True if `instruction` calls a function or an operation, but not an intrinsic.
bool is_called(const llvm::Instruction& instruction);

/// Returns `value` as a call of the operation `name`; null if `value` is no such call.
llvm::CallInst* as_operation(llvm::Value* value, llvm::StringRef name);
const llvm::CallInst* as_operation(const llvm::Value* value, llvm::StringRef name);

/// Returns the traits of the operation that `value` calls; `none` if `value` calls no operation.
unsigned traits_of(const llvm::Value* value);
/// Returns the traits of a declared operation.
unsigned traits_of(const llvm::Function& function);

/// True if `value` calls an operation without side effects whose result depends only on its arguments and on the
/// work-item (or its chunk, or work-group).
bool is_pure_operation(const llvm::Value* value);

/// True for barriers and group votes: all work-items of a group must reach `call` together and get the same result.
bool is_group_collective(const llvm::CallInst& call);

/// True for barriers and for `group_or`, to which group votes are lowered: the chunks of a group meet at `instruction`.
bool is_meeting(const llvm::Instruction& instruction);

/// True if `function` has barriers. Without barriers, there are no group votes either.
bool has_barriers(const llvm::Function& function);

/// Returns a bit mask of the dimensions whose ids a kernel uses.
unsigned asked_dimensions(const llvm::Function& kernel);

/// Returns the constant dimension (0 to 2) of an id or size operation.
unsigned dimension_of(const llvm::CallInst& call);

/// Makes a call of `i64 @name(i32 dim)`, an id or size operation.
llvm::CallInst* create_id(llvm::IRBuilderBase& builder, llvm::StringRef name, unsigned dimension);
/// Makes a call of `i64 @ocl.chunk_lanes()`.
llvm::CallInst* create_chunk_lanes(llvm::IRBuilderBase& builder);
/// Makes a call of `i1 @ocl.streaming()`.
llvm::CallInst* create_streaming(llvm::IRBuilderBase& builder);
/// Makes a call of `i1 @ocl.never()`.
llvm::CallInst* create_never(llvm::IRBuilderBase& builder);
/// Makes a call of `i32 @ocl.lanes_total(i32 1)`, which returns the number of active lanes.
llvm::CallInst* create_lanes_on(llvm::IRBuilderBase& builder);
/// Makes a call of `void @ocl.sub_group_barrier()`.
void create_sub_group_barrier(llvm::IRBuilderBase& builder);
/// Makes a call of `void @ocl.wait_turn()`.
void create_wait_turn(llvm::IRBuilderBase& builder);
/// Makes a call of `void @ocl.mask(i1)`, which states the mask of the builder's block.
void create_mask(llvm::IRBuilderBase& builder, llvm::Value* mask);
/// Returns the mask of the lanes that run `block`; null if all lanes run it.
llvm::Value* mask_of(const llvm::BasicBlock& block);
/// Makes a call of `i1 @name(i1 value)`; `name` is `any`, `all` or `uniform`.
llvm::CallInst* create_vote(llvm::IRBuilderBase& builder, llvm::StringRef name, llvm::Value* value);
/// Each of the four functions below makes a call of one operation: `void @ocl.barrier(i32)`, `i32 @ocl.group_vote(i1)`,
/// `i32 @ocl.group_or(i32)` and `void @ocl.parted()`.
void create_barrier(llvm::IRBuilderBase& builder);
llvm::CallInst* create_group_vote(llvm::IRBuilderBase& builder, llvm::Value* value);
llvm::CallInst* create_group_or(llvm::IRBuilderBase& builder, llvm::Value* bits);
llvm::CallInst* create_parted(llvm::IRBuilderBase& builder);
/// Makes a call of `ptr @name(i64 offset)`; `name` is `chunk_context` or `group_context`.
llvm::CallInst* create_context(llvm::IRBuilderBase& builder, llvm::StringRef name, std::uint64_t offset);

}  // namespace lanewise::compiler
