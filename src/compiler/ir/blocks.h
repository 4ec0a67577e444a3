// Blocks that are enqueued by the device (OpenCL C 3.0, section 6.15.19), as Clang calls them: `__enqueue_kernel_*` and
// `__get_kernel_*` have an operand that names the kernel of the block.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace lanewise::compiler {

/// Marks the kernel of a block.
inline constexpr llvm::StringLiteral block_attribute = "lanewise-block";
/// On kernels: which kernels of blocks they may enqueue, as numbers with commas.
inline constexpr llvm::StringLiteral enqueues_attribute = "lanewise-enqueues";

/// Which operand of calls of `function` is the kernel of a block.
std::optional<unsigned> block_kernel_operand(llvm::StringRef function);

/// The kernel that `call` names, null for other calls.
llvm::Function* block_kernel_of(const llvm::CallInst& call);

}  // namespace lanewise::compiler
