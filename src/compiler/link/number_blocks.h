// Replaces the kernels of blocks in enqueues by their numbers, in the order of the whole program's functions. A
// kernel's module thus need not hold the kernels that it enqueues. Each kernel lists their numbers
// (enqueues_attribute).
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

/// Renames blocks before `source` becomes part of `program`: both may use the same, meaningless names.
void keep_blocks_apart(const llvm::Module& program, llvm::Module& source);

}  // namespace lanewise::compiler
