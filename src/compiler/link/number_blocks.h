// Replaces the kernel of a block literal by the kernel's number, in the operands of calls that enqueue the kernel. The
// kernels are numbered in the order of functions in the whole program. The module of a kernel then does not need to
// contain the kernels that this kernel enqueues. An attribute of each kernel lists the numbers of the kernels that it
// enqueues (enqueues_attribute).
//
//   call i32 @__enqueue_kernel_basic(..., ptr addrspace(4) addrspacecast (ptr @__k_block_invoke_kernel to ...), ...)
// becomes
//   call i32 @__enqueue_kernel_basic(..., ptr addrspace(4) inttoptr (i64 0 to ...), ...)
#pragma once

namespace llvm {
class Module;
}

namespace lanewise::compiler {

void number_blocks(llvm::Module& program);

/// Renames the functions of block literals in `source` before `source` is linked into `program`, since Clang generates
/// the same names in both modules.
void keep_blocks_apart(const llvm::Module& program, llvm::Module& source);

}  // namespace lanewise::compiler
