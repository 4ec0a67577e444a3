// The operations between linearize and widen (docs/ir.md) and those that all work-items meet at.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IRBuilder.h>

namespace lanewise::compiler {

namespace vote {
inline constexpr llvm::StringLiteral mask = "ocl.mask";
inline constexpr llvm::StringLiteral any = "ocl.any";
inline constexpr llvm::StringLiteral all = "ocl.all";
inline constexpr llvm::StringLiteral uniform = "ocl.uniform";
inline constexpr llvm::StringLiteral barrier = "ocl.barrier";
}  // namespace vote

/// Name of the function that `call` calls directly, or an empty string.
llvm::StringRef operation_name(const llvm::CallInst& call);

/// Whether `instruction` calls the operation `name`.
bool is_operation(const llvm::Instruction& instruction, llvm::StringRef name);

/// Whether all work-items of a group must reach `call` together and get the same result: barriers,
/// work-group functions, asynchronous copies (declared `convergent`).
bool is_group_collective(const llvm::CallInst& call);

/// Calls `void @ocl.mask(i1)` for the block that `builder` stands in.
void create_mask(llvm::IRBuilderBase& builder, llvm::Value* mask);

/// Calls `i1 @name(i1 value)`; `name` is ocl.any, ocl.all or ocl.uniform.
llvm::CallInst* create_vote(llvm::IRBuilderBase& builder, llvm::StringRef name, llvm::Value* value);

}  // namespace lanewise::compiler
