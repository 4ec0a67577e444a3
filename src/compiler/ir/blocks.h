// Blocks that the device enqueues (OpenCL C 3.0, section 6.15.19), in Clang's form: `__enqueue_kernel_*` and
// `__get_kernel_*` have an operand that names the kernel of the block.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace lanewise::compiler {

/// Marks the kernel of a block.
inline constexpr llvm::StringLiteral block_attribute = "lanewise-block";
/// On kernels: the kernels of blocks that they may enqueue, as numbers separated by commas.
inline constexpr llvm::StringLiteral enqueues_attribute = "lanewise-enqueues";

/// The number of the operand that is the kernel of a block in calls of `function`.
std::optional<unsigned> block_kernel_operand(llvm::StringRef function);

/// The kernel that `call` names, null for other calls.
llvm::Function* block_kernel_of(const llvm::CallInst& call);

}  // namespace lanewise::compiler
