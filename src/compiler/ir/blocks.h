// Block literals that kernels enqueue (OpenCL C 3.0, section 6.15.19). For each block literal, Clang generates a kernel
// and passes this kernel to `__enqueue_kernel_*` and `__get_kernel_*`.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace lanewise::compiler {

/// Attribute on the kernel of a block literal.
inline constexpr llvm::StringLiteral block_attribute = "lanewise-block";
/// Attribute on kernels: the numbers of the block kernels that the kernel may enqueue, separated by commas.
inline constexpr llvm::StringLiteral enqueues_attribute = "lanewise-enqueues";

/// Returns the index of the operand by which calls of `function` pass a block's kernel; none if there is no such
/// operand.
std::optional<unsigned> block_kernel_operand(llvm::StringRef function);

/// Returns the kernel of a block that is an operand of `call`; null if `call` has no such operand.
llvm::Function* block_kernel_of(const llvm::CallInst& call);

}  // namespace lanewise::compiler
