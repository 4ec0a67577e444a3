// Replaces the kernels of block literals in enqueues by numbers, in the order of the functions of the whole program. A
// kernel's module then does not need the kernels that it enqueues. An attribute of each kernel lists the numbers of the
// kernels that it enqueues (enqueues_attribute).
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

/// Renames the blocks of `source` before it is linked into `program`: Clang generates the same names in both.
void keep_blocks_apart(const llvm::Module& program, llvm::Module& source);

}  // namespace lanewise::compiler
